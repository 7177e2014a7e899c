import ReactorCore

/// A command of a kind of view: its name, its keys, its texts, when it is available, and what it does.
///
/// See ``Commands`` for how a view gets its commands.
public struct Command<Owner: AnyObject & Sendable>: Sendable {
  /// The name, the default keys, and the texts for the hints, the help sheet and the command palette.
  public var binding: KeyBinding
  let perform: @MainActor (CommandContext<Owner>) -> Void
  /// A closure that updates the parts of the command that depend on the state of the view; `nil` if the command never
  /// changes.
  ///
  /// This is a single function because every frame evaluates all commands, and reading an array of generic functions
  /// looks up their type at run time.
  private(set) var change: (@MainActor (CommandContext<Owner>, inout CommandStatus) -> Void)?

  /// Creates a command that runs a closure.
  ///
  /// - Parameters:
  ///   - id: The name that a configuration file uses to assign keys.
  ///   - keys: The default keys, starting with the one that hints show. Without keys, the command is available only in
  ///     the palette.
  ///   - title: The action in a word or two, in the imperative.
  ///   - help: A short sentence for the help sheet that says what the command does.
  ///   - isHidden: Whether the hint line leaves the command out.
  ///   - perform: A closure that is called when the user runs the command.
  public init(
    _ id: CommandID, _ keys: Key..., title: String, help: String = "", isHidden: Bool = false,
    perform: @escaping @MainActor (CommandContext<Owner>) -> Void
  ) {
    binding = KeyBinding(id: id, keys: keys, title: title, help: help, isHidden: isHidden)
    self.perform = perform
  }

  /// Creates a command that runs an asynchronous closure, for example to wait for the answer to a dialog.
  ///
  /// The task is canceled when the view is permanently removed or gets another reactor. The parameters are the same as
  /// those of a command that runs a synchronous closure.
  @_disfavoredOverload
  public init(
    _ id: CommandID, _ keys: Key..., title: String, help: String = "", isHidden: Bool = false,
    perform: @escaping @MainActor (CommandContext<Owner>) async -> Void
  ) {
    binding = KeyBinding(id: id, keys: keys, title: title, help: help, isHidden: isHidden)
    self.perform = { context in context.run { await perform(context) } }
  }

  /// Creates a command that runs a closure, from a binding that several kinds of views share.
  public init(_ binding: KeyBinding, perform: @escaping @MainActor (CommandContext<Owner>) -> Void) {
    self.binding = binding
    self.perform = perform
  }

  /// Creates a command that sends an action to the view's reactor.
  ///
  /// - Parameters:
  ///   - id: The name that a configuration file uses to assign keys.
  ///   - keys: The default keys, starting with the one that hints show. Without keys, the command is available only in
  ///     the palette.
  ///   - title: The action in a word or two, in the imperative.
  ///   - help: A short sentence for the help sheet that says what the command does.
  ///   - isHidden: Whether the hint line leaves the command out.
  ///   - action: A closure that returns the action, or `nil` if there is nothing to apply it to.
  public init(
    _ id: CommandID, _ keys: Key..., title: String, help: String = "", isHidden: Bool = false,
    action: @escaping @MainActor (CommandContext<Owner>) -> Owner.BoundReactor.Action?
  ) where Owner: ReactorBound {
    binding = KeyBinding(id: id, keys: keys, title: title, help: help, isHidden: isHidden)
    perform = { context in
      if let action = action(context) { context.reactor.action.send(action) }
    }
  }

  /// Creates a command that sends an action to the view's reactor after the user has answered a dialog.
  ///
  /// ```swift
  /// Command("todo.add", "a", title: "Add", help: "Asks for a title and adds a to-do.") {
  ///   await $0.view.window?.prompt("What is to be done?", confirm: "Add").map { .add($0) }
  /// }
  /// ```
  ///
  /// If the view is permanently removed or gets another reactor, the task is canceled and nothing is sent. The
  /// parameters are the same as those of a command that sends an action immediately.
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

  /// Shows the command only while `condition` holds. Otherwise it cannot be run and has no hint.
  public func shown(_ condition: @escaping @MainActor (CommandContext<Owner>) -> Bool) -> Self {
    changing { context, status in
      let isShown = condition(context)
      if !isShown { status.isApplicable = false }
      status.isHidden = status.isHidden == true || !isShown
    }
  }

  /// Enables the command only while `condition` holds. Otherwise its hint is dimmed.
  public func enabled(_ condition: @escaping @MainActor (CommandContext<Owner>) -> Bool) -> Self {
    changing { if !condition($0) { $1.isApplicable = false } }
  }

  /// Disables the command while `reason` returns a sentence. The sentence is shown if the user presses the command's
  /// key.
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

  /// Places the hint before all others, for a command that matters most while it is shown, such as one that cancels
  /// the work in progress.
  package func hintedFirst() -> Self {
    var command = self
    command.binding.isHintedFirst = true
    return command
  }

  /// Shows the command only while a property of the state is `true`, like ``shown(_:)``.
  public func shown(by condition: KeyPath<Owner.BoundReactor.State, Bool> & Sendable) -> Self
  where Owner: ReactorBound {
    shown { $0.state[keyPath: condition] }
  }

  /// Enables the command only while a property of the state is `true`, like ``enabled(_:)``.
  public func enabled(by condition: KeyPath<Owner.BoundReactor.State, Bool> & Sendable) -> Self
  where Owner: ReactorBound {
    enabled { $0.state[keyPath: condition] }
  }

  /// Sets a title that depends on what the command currently does.
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

/// The current title and availability of a command. A property that is `nil` leaves the program's value unchanged.
struct CommandStatus {
  var isApplicable = true
  var reason: String?
  var isHidden: Bool?
  var title: String?
  var value: String?

  /// Sets only what differs, because setting any property of a binding copies and compares the whole binding.
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

/// The context that a command applies to: the owner, its reactor and its state.
@MainActor
public struct CommandContext<Owner: AnyObject & Sendable> {
  /// The object that has the command: a view, or another object whose commands are installed in a view.
  public let owner: Owner
  /// The tasks of the view in which the command is installed.
  let tasks: CommandTasks?

  init(_ owner: Owner, tasks: CommandTasks? = nil) {
    self.owner = owner
    self.tasks = tasks
  }

  func run(_ work: @escaping @MainActor () async -> Void) { tasks?.run(work) }
}

/// The running commands of a view, which are canceled when the view is removed.
@MainActor
final class CommandTasks {
  private var tasks: [Int: Task<Void, Never>] = [:]
  private var running: Set<Int> = []
  private var count = 0

  func run(_ work: @escaping @MainActor () async -> Void) {
    count += 1
    let id = count
    running.insert(id)
    // Without a preferred executor, with which even an immediate task begins in a later turn, and a call on the main
    // actor ends its turn. Keys typed ahead of a dialog would then act on the view.
    let task = Task.immediate { [weak self] in
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
/// This one list supplies the keys, the hints, and the entries of the help sheet and the command palette. Titles and
/// availability are determined when a key of the command is pressed, after each state, and before each frame, so
/// nothing has to be updated by hand. Because the list is a constant, configuration files can be checked against it,
/// and a reference of the keys can be generated from it.
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
  ///   - section: The help sheet's heading for the commands.
  ///   - commands: The commands, in the order of their hints.
  public init(_ section: String? = nil, @CommandBuilder<Owner> _ commands: () -> [Command<Owner>]) {
    self.commands = commands().map { command in
      var command = command
      if command.binding.section == nil { command.binding.section = section }
      return command
    }
  }

  /// The bindings of the commands, with their names, keys and texts.
  public var bindings: [KeyBinding] { commands.map(\.binding) }

  /// Adds the commands to a view. Those of a ``ReactorBound`` view work while a reactor is bound.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - section: The help sheet's heading, such as the title of a dialog; `nil` for the list's own heading.
  @MainActor
  public func install(in view: Owner, section: String? = nil) where Owner: View {
    let needsReactor = view is any ReactorBound
    install(in: view, for: view, section: section) { !needsReactor || $0.reactorBinding?.reactor != nil }
  }

  /// Adds the commands of an object that is not a view, such as a flow, to a view. They work as long as the object
  /// exists; it is not retained.
  ///
  /// - Parameters:
  ///   - view: The view in which the keys work, such as the window's root.
  ///   - owner: The object that has the commands.
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
  /// Inserts another list, whose commands keep their heading.
  public static func buildExpression(_ commands: Commands<Owner>) -> [Command<Owner>] { commands.commands }
  /// Joins lists.
  public static func buildBlock(_ commands: [Command<Owner>]...) -> [Command<Owner>] { commands.flatMap(\.self) }
  /// Joins the lists of a loop.
  public static func buildArray(_ commands: [[Command<Owner>]]) -> [Command<Owner>] { commands.flatMap(\.self) }
}
