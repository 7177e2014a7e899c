import ReactorCore

/// A command of a kind of view, said once: its name, its keys, its words, when it applies, and what it does.
///
/// See ``Commands`` for how a view gets its commands.
public struct Command<Owner: AnyObject & Sendable>: Sendable {
  /// The name, the default keys, and the words for the hints, the help sheet and the command palette.
  public var binding: KeyBinding
  let perform: @MainActor (CommandContext<Owner>) -> Void
  /// Determines what changes with the state of the view; `nil` for a command that is always the same.
  ///
  /// One function, because reading an array of generic functions asks the runtime for their type, and every frame
  /// evaluates all commands.
  private(set) var change: (@MainActor (CommandContext<Owner>, inout CommandStatus) -> Void)?

  /// Creates a command that the view performs itself.
  ///
  /// - Parameters:
  ///   - id: The name, by which a configuration file assigns keys.
  ///   - keys: The default keys, the one that hints show first. Without keys, the command is in the palette only.
  ///   - title: The action in a word or two, in the imperative.
  ///   - help: What the command does, in a short sentence for the help sheet.
  ///   - isHidden: Whether the hint line leaves the command out.
  ///   - perform: Called when the user runs the command.
  public init(
    _ id: CommandID, _ keys: Key..., title: String, help: String = "", isHidden: Bool = false,
    perform: @escaping @MainActor (CommandContext<Owner>) -> Void
  ) {
    binding = KeyBinding(id: id, keys: keys, title: title, help: help, isHidden: isHidden)
    self.perform = perform
  }

  /// Creates a command that the view performs itself over some time, such as one that waits for the answer of a dialog.
  ///
  /// The task is canceled when the view is removed for good, or gets another reactor. The parameters are those of a
  /// command that is performed at once.
  @_disfavoredOverload
  public init(
    _ id: CommandID, _ keys: Key..., title: String, help: String = "", isHidden: Bool = false,
    perform: @escaping @MainActor (CommandContext<Owner>) async -> Void
  ) {
    binding = KeyBinding(id: id, keys: keys, title: title, help: help, isHidden: isHidden)
    self.perform = { context in context.run { await perform(context) } }
  }

  /// Creates a command of a binding that several kinds of views share, which the view performs itself.
  public init(_ binding: KeyBinding, perform: @escaping @MainActor (CommandContext<Owner>) -> Void) {
    self.binding = binding
    self.perform = perform
  }

  /// Creates a command that sends an action to the reactor of the view.
  ///
  /// - Parameters:
  ///   - id: The name, by which a configuration file assigns keys.
  ///   - keys: The default keys, the one that hints show first. Without keys, the command is in the palette only.
  ///   - title: The action in a word or two, in the imperative.
  ///   - help: What the command does, in a short sentence for the help sheet.
  ///   - isHidden: Whether the hint line leaves the command out.
  ///   - action: Returns the action, or `nil` where there is nothing to apply it to.
  public init(
    _ id: CommandID, _ keys: Key..., title: String, help: String = "", isHidden: Bool = false,
    action: @escaping @MainActor (CommandContext<Owner>) -> Owner.BoundReactor.Action?
  ) where Owner: ReactorBound {
    binding = KeyBinding(id: id, keys: keys, title: title, help: help, isHidden: isHidden)
    perform = { context in
      if let action = action(context) { context.reactor.action.send(action) }
    }
  }

  /// Creates a command that sends an action to the reactor of the view once the user has answered a dialog.
  ///
  /// ```swift
  /// Command("todo.add", "a", title: "Add", help: "Asks for a title and adds a to-do.") {
  ///   await $0.view.window?.prompt("What is to be done?", confirm: "Add").map { .add($0) }
  /// }
  /// ```
  ///
  /// The task is canceled, and nothing is sent, when the view is removed for good, or gets another reactor. The parameters
  /// are those of a command that sends an action at once.
  @_disfavoredOverload
  public init(
    _ id: CommandID, _ keys: Key..., title: String, help: String = "", isHidden: Bool = false,
    action: @escaping @MainActor (CommandContext<Owner>) async -> Owner.BoundReactor.Action?
  ) where Owner: ReactorBound {
    binding = KeyBinding(id: id, keys: keys, title: title, help: help, isHidden: isHidden)
    perform = { context in
      context.run {
        guard let action = await action(context), !Task.isCancelled else { return }
        context.view.reactor?.action.send(action)
      }
    }
  }

  // MARK: What changes

  /// Shows the command only while `condition` holds: otherwise it cannot be run, and no hint names it.
  public func shown(_ condition: @escaping @MainActor (CommandContext<Owner>) -> Bool) -> Self {
    changing { context, status in
      let isShown = condition(context)
      if !isShown { status.isApplicable = false }
      status.isHidden = status.isHidden == true || !isShown
    }
  }

  /// Lets the command be run only while `condition` holds. Otherwise its hint is faint.
  public func enabled(_ condition: @escaping @MainActor (CommandContext<Owner>) -> Bool) -> Self {
    changing { if !condition($0) { $1.isApplicable = false } }
  }

  /// Disables the command while `reason` returns a sentence, which is shown to a user who presses its key.
  public func disabled(_ reason: @escaping @MainActor (CommandContext<Owner>) -> String?) -> Self {
    changing { context, status in
      guard let reason = reason(context) else { return }
      status.isApplicable = false
      status.reason = reason
    }
  }

  /// Lists the command in the hint line only while `condition` holds.
  public func hinted(_ condition: @escaping @MainActor (CommandContext<Owner>) -> Bool) -> Self {
    changing { $1.isHidden = $1.isHidden == true || !condition($0) }
  }

  /// Shows the command only while a property of the state is `true`, like ``shown(_:)``.
  public func shown(by condition: KeyPath<Owner.BoundReactor.State, Bool> & Sendable) -> Self
  where Owner: ReactorBound {
    shown { $0.state[keyPath: condition] }
  }

  /// Lets the command be run only while a property of the state is `true`, like ``enabled(_:)``.
  public func enabled(by condition: KeyPath<Owner.BoundReactor.State, Bool> & Sendable) -> Self
  where Owner: ReactorBound {
    enabled { $0.state[keyPath: condition] }
  }

  /// Names the command by what it does now.
  public func titled(_ title: @escaping @MainActor (CommandContext<Owner>) -> String) -> Self {
    changing { $1.title = title($0) }
  }

  /// Shows the current value of a setting in the command palette.
  public func valued(_ value: @escaping @MainActor (CommandContext<Owner>) -> String) -> Self {
    changing { $1.value = value($0) }
  }

  private func changing(_ change: @escaping @MainActor (CommandContext<Owner>, inout CommandStatus) -> Void) -> Self {
    var command = self
    if let before = self.change {
      command.change = { context, status in
        before(context, &status)
        change(context, &status)
      }
    } else {
      command.change = change
    }
    return command
  }
}

/// The current title and availability of a command. A property that is `nil` stays as the program has set it.
struct CommandStatus {
  var isApplicable = true
  var reason: String?
  var isHidden: Bool?
  var title: String?
  var value: String?

  /// Sets what differs, because each property of a binding that is set copies and compares all of it.
  @MainActor
  func apply(to command: ViewCommand, isHiddenByDefault: Bool) {
    if command.isApplicable != isApplicable { command.isApplicable = isApplicable }
    command.reason = reason
    if let isHidden {
      let isHidden = isHidden || isHiddenByDefault
      if command.binding.isHidden != isHidden { command.binding.isHidden = isHidden }
    }
    if let title, command.title != title { command.title = title }
    if let value, command.value != value { command.value = value }
  }
}

/// What a command applies to.
@MainActor
public struct CommandContext<Owner: AnyObject & Sendable> {
  /// The object that has the command: a view, or another one whose commands are in a view.
  public let owner: Owner
  /// The tasks of the view that the command is in.
  let tasks: CommandTasks?

  init(_ owner: Owner, tasks: CommandTasks? = nil) {
    self.owner = owner
    self.tasks = tasks
  }

  func run(_ work: @escaping @MainActor () async -> Void) { tasks?.run(work) }
}

/// The commands of a view that are being performed, which its end cancels.
@MainActor
final class CommandTasks {
  private var tasks: [Int: Task<Void, Never>] = [:]
  private var running: Set<Int> = []
  private var count = 0

  func run(_ work: @escaping @MainActor () async -> Void) {
    count += 1
    let id = count
    running.insert(id)
    let task = Task.immediate(executorPreference: EffectExecutor.current) { [weak self] in
      await work()
      self?.running.remove(id)
      self?.tasks[id] = nil
    }
    if running.contains(id) { tasks[id] = task }
  }

  func cancel() {
    let canceled = tasks
    tasks = [:]
    for task in canceled.values { task.cancel() }
  }
}

extension CommandContext where Owner: View {
  /// The view that has the command.
  public var view: Owner { owner }
}

extension CommandContext where Owner: ReactorBound {
  /// The reactor of the view.
  public var reactor: Owner.BoundReactor {
    guard let reactor = view.reactor else { preconditionFailure("Commands run only while a reactor is bound.") }
    return reactor
  }

  /// The state of the reactor.
  public var state: Owner.BoundReactor.State { reactor.currentState }
}

/// The commands of a kind of view, in the order of their hints.
///
/// The keys, the hints, the entries of the help sheet and of the command palette all come from this one list. Titles and
/// availability are determined when a key of the command is pressed, after each state and before each frame, so nothing
/// has to be updated by hand. Because the list is a constant, configuration files can be checked against it, and a
/// reference of the keys can be generated from it.
///
/// ```swift
/// extension TodoListView {
///   nonisolated static let commands = Commands<TodoListView>("To-dos") {
///     Command("todo.done", .space, title: "Done", help: "Marks the to-do as done.") {
///       $0.view.table.selectedID.map { .toggle($0) }
///     }
///     Command("todo.stop", "x", title: "Stop", help: "Stops loading.") { _ in .stop }.shown { $0.state.isLoading }
///     Command("todo.sort", "s", title: "Sort", help: "Chooses the order.", perform: { $0.view.chooseOrder() })
///       .disabled { $0.state.todos.isEmpty ? "There is nothing to sort." : nil }
///   }
/// }
///
/// override func bind(reactor: TodoListReactor) {
///   Self.commands.install(in: self)
/// }
/// ```
public struct Commands<Owner: AnyObject & Sendable>: Sendable {
  /// The commands.
  public let commands: [Command<Owner>]

  /// Creates the list of commands.
  ///
  /// - Parameters:
  ///   - section: The heading in the help sheet.
  ///   - commands: The commands, in the order of their hints.
  public init(_ section: String? = nil, @CommandBuilder<Owner> _ commands: () -> [Command<Owner>]) {
    self.commands = commands().map { command in
      var command = command
      if command.binding.section == nil { command.binding.section = section }
      return command
    }
  }

  /// The names, keys and words of the commands.
  public var bindings: [KeyBinding] { commands.map(\.binding) }

  /// Adds the commands to a view. Those of a ``ReactorBound`` view work while a reactor is bound.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - section: The heading in the help sheet, such as the title of a dialog; `nil` for the one of the list.
  @MainActor
  public func install(in view: Owner, section: String? = nil) where Owner: View {
    let needsReactor = view is any ReactorBound
    install(in: view, for: view, section: section) { !needsReactor || $0.reactorBinding?.reactor != nil }
  }

  /// Adds the commands of an object that is no view, such as a flow, to a view, where they work as long as the object
  /// exists, which is not retained.
  ///
  /// - Parameters:
  ///   - view: The view in which the keys work, such as the root of the window.
  ///   - owner: The object.
  @MainActor
  public func install(in view: View, for owner: Owner) {
    install(in: view, for: owner, section: nil) { _ in true }
  }

  @MainActor
  private func install(
    in view: View, for owner: Owner, section: String?, while isReady: @escaping @MainActor (Owner) -> Bool
  ) {
    for command in commands {
      var binding = command.binding
      if let section { binding.section = section }
      let installed = view.addCommand(binding)
      installed.perform = { [weak owner, weak view, perform = command.perform] in
        if let owner, let view, isReady(owner) { perform(CommandContext(owner, tasks: view.commandTasks)) }
      }
      guard let change = command.change else { continue }
      installed.update = { [weak owner, weak installed, isHidden = command.binding.isHidden] in
        guard let owner, let installed, isReady(owner) else { return }
        var status = CommandStatus()
        change(CommandContext(owner), &status)
        status.apply(to: installed, isHiddenByDefault: isHidden)
      }
    }
    view.evaluateCommands()
  }
}

/// Builds lists of ``Command``.
@resultBuilder
public enum CommandBuilder<Owner: AnyObject & Sendable> {
  /// Creates a list of one command.
  public static func buildExpression(_ command: Command<Owner>) -> [Command<Owner>] { [command] }
  /// A list within a list, whose commands keep their heading.
  public static func buildExpression(_ commands: Commands<Owner>) -> [Command<Owner>] { commands.commands }
  /// Joins lists.
  public static func buildBlock(_ commands: [Command<Owner>]...) -> [Command<Owner>] { commands.flatMap(\.self) }
  /// Joins the lists of a loop.
  public static func buildArray(_ commands: [[Command<Owner>]]) -> [Command<Owner>] { commands.flatMap(\.self) }
}
