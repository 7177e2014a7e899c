import ReactorCore

/// A command of a view, which the user runs with a key, from the command palette, or by clicking its hint.
@MainActor
public final class ViewCommand {
  /// The name, keys, title and availability of the command. Setting it updates the hints.
  public var binding: KeyBinding {
    didSet {
      guard binding != oldValue else { return }
      if binding.keys != oldValue.keys { owner?.commandKeysChanged() }
      owner?.commandsChanged()
    }
  }
  private let relay = Relay<Void>()
  /// A closure that performs the command, if it comes from ``Commands``.
  var perform: (@MainActor () -> Void)?
  /// A closure that updates the title and availability, if they depend on the state of the view.
  package var update: (@MainActor () -> Void)? {
    didSet { owner?.hasChangingCommands = true }
  }
  /// The reason why the command is disabled, as a sentence.
  package var reason: String?
  /// The view that has the command.
  package private(set) weak var owner: View?

  init(_ binding: KeyBinding, owner: View) {
    self.binding = binding
    self.owner = owner
  }

  /// Whether the view contains something that the command applies to, such as a row that can be opened. Only the view
  /// sets this property, not the program.
  package var isApplicable = true {
    didSet { if isApplicable != oldValue { owner?.commandsChanged() } }
  }

  /// Whether the command can currently be run. A command that has nothing to apply to stays disabled, even if it is set
  /// to enabled, until there is something.
  public var isEnabled: Bool {
    get { binding.isEnabled && isApplicable }
    set { binding.isEnabled = newValue }
  }

  /// The action in a word or two.
  public var title: String {
    get { binding.title }
    set { binding.title = newValue }
  }

  /// The current value of a command that changes a setting, such as `dark` for a theme. The command palette shows it.
  ///
  /// ```swift
  /// Command("settings.units", title: "Units") { _ in .changeUnits }.valued { $0.state.units.name }
  /// ```
  public var value: String {
    get { binding.value }
    set { binding.value = newValue }
  }

  /// Runs the command. Has no effect while it is disabled.
  public func trigger() {
    update?()
    guard isEnabled else { return }
    if Instrumentation.isObserved, let owner {
      Instrumentation.emit(.command(binding.id.rawValue), from: ProgramEvent.Source(owner))
    }
    perform?()
    relay.send(())
  }

  /// The number of observers of the command.
  var observerCount: Int { relay.observerCount }

  /// Returns a stream that emits each time the command is run.
  public func asObservable() -> Observable<Void> { relay.asObservable() }

  /// Returns a stream that emits the result of `transform` each time the command is run:
  /// `keys("r", …).map { .refresh }`.
  public func map<Result: Sendable>(_ transform: @escaping @MainActor () -> Result) -> Observable<Result> {
    asObservable().map { transform() }
  }

  /// Calls `receive` each time the command is run, until the view is released or the disposable is disposed of.
  @discardableResult
  public func bind(_ receive: @escaping @MainActor () -> Void) -> any Disposable {
    asObservable().bind { receive() }
  }

  /// Calls `receive` with a weakly retained object each time the command is run, until the object is released.
  @discardableResult
  public func bind<Owner: AnyObject & Sendable>(
    with owner: Owner, _ receive: @escaping @MainActor (Owner) -> Void
  ) -> any Disposable {
    bind { [weak owner] in if let owner { receive(owner) } }
  }
}
