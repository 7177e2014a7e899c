import ReactorCore

/// A screen that displays the state of a reactor and sends actions to it. For other views, see ``ReactorBound``.
///
/// ```swift
/// final class CounterView: ReactorView<CounterReactor> {
///   override func bind(reactor: CounterReactor) {
///     keys("+", id: "counter.increase", title: "Increase").map { .increase }.bind(to: reactor.action)
///     reactor.state(\.value).map { "\($0)" }.bind(to: label, \.text)
///   }
/// }
/// ```
open class ReactorView<R: Reactor>: Screen, ReactorBound {
  /// Whether a reactor is bound only once the view has been in a window. `false` by default.
  open var bindsAfterLoading: Bool { false }

  /// Binds actions and state. The bindings end when another reactor is assigned or the view is released.
  open func bind(reactor: R) {}
}

/// A reactor view that binds its reactor once it is in a window, for views that create their subviews in
/// `viewDidLoad()`.
open class DeferredReactorView<R: Reactor>: ReactorView<R> {
  /// `true`.
  open override var bindsAfterLoading: Bool { true }
}
