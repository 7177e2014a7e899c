import ReactorCore

/// Something a person can ask for with a key, from the palette, or by clicking its hint.
@MainActor
public final class Command {
  /// Its name, keys, title and whether it can be asked for now. Setting it updates hints.
  public var binding: KeyBinding {
    didSet { if binding != oldValue { owner?.commandsChanged() } }
  }
  private let relay = Relay<Void>()
  private weak var owner: View?

  init(_ binding: KeyBinding, owner: View) {
    self.binding = binding
    self.owner = owner
  }

  /// Whether it can be asked for now.
  public var isEnabled: Bool {
    get { binding.isEnabled }
    set { binding.isEnabled = newValue }
  }

  /// What it does, in a word or two.
  public var title: String {
    get { binding.title }
    set { binding.title = newValue }
  }

  /// Asks for it; nothing happens while it is disabled.
  public func trigger() {
    if isEnabled { relay.send(()) }
  }

  /// An element each time it is asked for.
  public func asObservable() -> Observable<Void> { relay.asObservable() }

  /// An element of the view's making each time it is asked for: `keys("r", …).map { .refresh }`.
  public func map<Result: Sendable>(_ transform: @escaping @MainActor () -> Result) -> Observable<Result> {
    asObservable().map { transform() }
  }

  /// Calls `receive` each time it is asked for, for as long as the view has the command, or until the disposable is
  /// disposed.
  @discardableResult
  public func bind(_ receive: @escaping @MainActor () -> Void) -> any Disposable {
    asObservable().bind { receive() }
  }
}
