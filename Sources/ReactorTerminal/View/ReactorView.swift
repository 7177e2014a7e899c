import ReactorCore

/// A screen that shows a reactor's state and sends it actions.
///
/// Assigning `reactor` (also the same one again, also nil) ends the old bindings and then binds the new one.
///
/// ```swift
/// final class CounterView: ReactorView<CounterReactor> {
///   override func bind(reactor: CounterReactor) {
///     keys("+", id: "counter.increase", title: "Increase").map { .increase }
///       .bind(to: reactor.action).disposed(by: disposeBag)
///     reactor.state(\.value).map { "\($0)" }.bind(to: label, \.text).disposed(by: disposeBag)
///   }
/// }
/// ```
open class ReactorView<R: Reactor>: Screen {
  /// Holds the bindings of the reactor assigned last.
  public private(set) var disposeBag = DisposeBag()

  /// What it shows.
  public var reactor: R? {
    didSet { reactorAssigned() }
  }

  /// Binds actions and state; put every disposable into `disposeBag`.
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

/// A reactor view that binds when it is first put into a window, once for each assignment: for views whose subviews are
/// made in `viewDidLoad`.
open class DeferredReactorView<R: Reactor>: ReactorView<R> {
  private var isViewLoaded = false

  /// Binds what was assigned before. An override calls `super` last.
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
