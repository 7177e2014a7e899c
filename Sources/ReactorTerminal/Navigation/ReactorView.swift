import ReactorCore

/// A screen that displays the state of a reactor and sends actions to it.
///
/// Assigning ``reactor``, even the same one or `nil`, ends the previous bindings and then binds the new reactor.
///
/// ```swift
/// final class CounterView: ReactorView<CounterReactor> {
///   override func bind(reactor: CounterReactor) {
///     keys("+", id: CommandID("counter.increase"), title: "Increase").map { .increase }
///       .bind(to: reactor.action).disposed(by: disposeBag)
///     reactor.state(\.value).map { "\($0)" }.bind(to: label, \.text).disposed(by: disposeBag)
///   }
/// }
/// ```
open class ReactorView<R: Reactor>: Screen {
  /// The bindings of the current reactor.
  public private(set) var disposeBag = DisposeBag()

  /// The reactor whose state the screen displays.
  public var reactor: R? {
    didSet { reactorAssigned() }
  }

  /// Binds actions and state. Add every disposable to ``disposeBag``.
  open func bind(reactor: R) {}

  func reactorAssigned() {
    unbind()
    if let reactor { bind(reactor: reactor) }
  }

  final func unbind() {
    disposeBag.dispose()
    disposeBag = DisposeBag()
  }
}

/// A reactor view that binds its reactor once it is in a window, for views that create their subviews in
/// `viewDidLoad()`.
open class DeferredReactorView<R: Reactor>: ReactorView<R> {
  private var isViewLoaded = false

  /// Binds the reactor that was assigned before. Overrides must call `super` last.
  open override func viewDidLoad() {
    super.viewDidLoad()
    isViewLoaded = true
    if let reactor { bind(reactor: reactor) }
  }

  override func reactorAssigned() {
    unbind()
    if isViewLoaded, let reactor { bind(reactor: reactor) }
  }
}
