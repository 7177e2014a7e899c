import ReactorCore

/// A view of any kind that displays the state of a reactor and sends actions to it: a row, a pane, a dialog, a field.
///
/// Assigning ``reactor``, even the same one or `nil`, ends the previous bindings and then binds the new reactor. To
/// reuse a view for another element, assign another reactor.
///
/// ```swift
/// final class UploadRow: View, ReactorBound {
///   private let bar = ProgressBar()
///
///   func bind(reactor: UploadRowReactor) {
///     keys("x", id: "upload.remove", title: "Remove").map { .remove }.bind(to: reactor.action)
///     show(\.progress, in: bar, \.value)
///   }
/// }
/// ```
///
/// A screen conforms as well, or inherits from ``ReactorView``. The view retains its reactor, so bindings must not
/// retain the view: use `bind(to:_:)`, or capture the view weakly.
@MainActor
public protocol ReactorBound<BoundReactor>: View {
  /// The type of the reactor, inferred from ``bind(reactor:)``.
  associatedtype BoundReactor: Reactor

  /// Whether a reactor is bound only after the view has been added to a window, for a view that creates its subviews in
  /// `viewDidLoad()`. By default, a reactor is bound when it is assigned.
  var bindsAfterLoading: Bool { get }

  /// Binds actions and state. The bindings end when another reactor is assigned or the view is released. Do not call
  /// this method; assign ``reactor`` instead.
  func bind(reactor: BoundReactor)
}

extension ReactorBound {
  /// Whether a reactor is bound only after the view has been added to a window: `false` by default.
  public var bindsAfterLoading: Bool { false }

  /// The reactor whose state the view displays.
  public var reactor: BoundReactor? {
    get { reactorBinding?.reactor as? BoundReactor }
    set {
      let binding = existingBinding
      binding.reactor = newValue
      binding.end()
      startedCommands?.cancel()
      binding.isWaiting = bindsAfterLoading && !isLoaded
      bindReactor()
    }
  }

  /// The bindings of the current reactor, including those made in ``bind(reactor:)``. They end when another reactor is
  /// assigned or the view is released.
  public var disposeBag: DisposeBag { existingBinding.disposeBag }

  /// Shows a property of the state: assigns it to a property of a weakly retained object, immediately and whenever it
  /// changes. Call this method in ``bind(reactor:)``.
  public func show<Value: Equatable & Sendable, Target: AnyObject>(
    _ value: KeyPath<BoundReactor.State, Value>, in target: Target, _ property: ReferenceWritableKeyPath<Target, Value>
  ) {
    reactor?.state(value).bind(to: target, property)
  }

  /// Passes the view and a property of the state to a closure, immediately and whenever the property changes. Call this
  /// method in ``bind(reactor:)``.
  public func show<Value: Equatable & Sendable>(
    _ value: KeyPath<BoundReactor.State, Value>, _ receive: @escaping @MainActor (Self, Value) -> Void
  ) {
    reactor?.state(value).bind { [weak self] in if let self { receive(self, $0) } }
  }

  /// Sends an action for every element of a stream, such as the clicks of a button. Nothing is sent for `nil`. Call
  /// this method in ``bind(reactor:)``.
  public func send<Stream: ObservableConvertible>(
    _ stream: Stream, _ action: @escaping @MainActor (Stream.Element) -> BoundReactor.Action?
  ) {
    stream.bind { [weak reactor] in if let action = action($0) { reactor?.action.send(action) } }
  }

  /// Binds a control to a property of the state in both directions: shows the property, and sends an action for each
  /// change that the user makes. Call this method in ``bind(reactor:)``.
  ///
  /// ```swift
  /// bind(query, to: \.query) { .setQuery($0) }
  /// ```
  public func bind<Control: ValueControl>(
    _ control: Control, to value: KeyPath<BoundReactor.State, Control.Value>,
    _ action: @escaping @MainActor (Control.Value) -> BoundReactor.Action?
  ) {
    send(control.changed, action)
    show(value, in: control, \.controlValue)
  }

  /// Binds a control to a property of the state in both directions: shows the property, and assigns each change that
  /// the user makes, without a separate action for the property. Call this method in ``bind(reactor:)``.
  ///
  /// ```swift
  /// bind(name, to: \.name)
  /// ```
  public func bind<Control: ValueControl>(
    _ control: Control, to value: WritableKeyPath<BoundReactor.State, Control.Value> & Sendable
  ) where BoundReactor.Action: Assigning<BoundReactor.State>, Control.Value: Hashable {
    bind(control, to: value) { .set(value, $0) }
  }

  /// The view's binding, created at first use.
  private var existingBinding: ReactorBinding {
    if let reactorBinding { return reactorBinding }
    let binding = ReactorBinding()
    binding.window = window
    reactorBinding = binding
    return binding
  }

  fileprivate func bindReactor() {
    guard reactorBinding?.isWaiting == false, let reactor else { return }
    disposeBag.collect {
      bind(reactor: reactor)
      showMessages(of: reactor)
      if hasChangingCommands { reactor.state.bind { [weak self] _ in self?.evaluateCommands() } }
    }
  }
}

extension ReactorBound {
  /// Shows the messages of a reactor whose outputs can be messages.
  private func showMessages(of reactor: BoundReactor) {
    guard BoundReactor.Base.Output.self is any MessageOutput.Type else { return }
    reactor.outputs.bind { [weak self, weak reactor] output in
      if let self, let reactor, let output = output as? any MessageOutput { show(output, of: reactor) }
    }
  }

  private func show<Output: MessageOutput>(_ output: Output, of reactor: BoundReactor) {
    guard let message = output.message, let window = reactorBinding?.window, isFirst(with: reactor, in: window) else {
      return
    }
    // A view that finishes its effects has been dismissed, so it is retained for the answer and its effects.
    let finishing = reactorBinding?.finishesEffects == true ? self : nil
    window.show(message) { [weak self, weak reactor, finishing] action in
      guard let reactor, let action = action as? BoundReactor.Action else { return }
      // The view may have another reactor when the user answers.
      if let self, self.reactor !== reactor { return }
      reactor.action.send(action)
      finishing?.finishEffects()
    }
  }

  /// Returns whether this view is the first in the window with a reactor. Only that view shows the messages of the
  /// reactor, so that none is shown twice. If no such view is in the window, each outermost one is the first.
  private func isFirst(with reactor: BoundReactor, in window: Window) -> Bool {
    if let first = window.root.firstView(with: reactor, in: window) { return first === self }
    var outermost: View = self
    while let superview = outermost.superview { outermost = superview }
    return outermost.firstView(with: reactor, in: window) === self
  }

  /// Retains the view until the running effects of its reactor have ended. Call this method in
  /// ``ModalView/didDismiss()`` of a dialog that saves, so that a failure is shown even after the dialog is gone, and
  /// saving can be retried.
  ///
  /// The effects must end: a stream that never ends would retain the view forever. The method replaces the handler of
  /// the store's `onIdle(_:)`.
  package func finishEffects() {
    reactorBinding?.finishesEffects = true
    guard let store = reactor?.store, store.runningEffects > 0 else { return }
    store.onIdle { [self] in withExtendedLifetime(self) { store.onIdle(nil) } }
  }
}

/// The reactor of a view, and its bindings.
@MainActor
final class ReactorBinding {
  var reactor: (any Reactor)?
  /// The window that the view is in, or was last in. It shows messages even while another screen covers the view, or
  /// after the view was removed.
  weak var window: Window?
  /// Whether the reactor will be bound when the view has loaded.
  var isWaiting = false
  /// Whether the view is retained until its effects have ended, after it was dismissed.
  var finishesEffects = false
  private(set) var disposeBag = DisposeBag()

  func end() {
    disposeBag.dispose()
    disposeBag = DisposeBag()
  }
}

extension View {
  /// Returns the first view with a reactor that can show its messages in a window, because it is or was in it: this
  /// view or one inside it, whether or not a container shows it.
  fileprivate func firstView(with reactor: any Reactor, in window: Window) -> View? {
    if let reactorBinding, reactorBinding.reactor === reactor, reactorBinding.window === window,
      !reactorBinding.isWaiting
    {
      return self
    }
    let covered = (self as? ContainerView)?.children.filter { $0.superview == nil } ?? []
    return (subviews + covered).lazy.compactMap { $0.firstView(with: reactor, in: window) }.first
  }

  /// Binds a reactor that was assigned before the view was first added to a window.
  func bindWaitingReactor() {
    guard let reactorBinding, reactorBinding.isWaiting else { return }
    reactorBinding.isWaiting = false
    (self as? any ReactorBound)?.bindReactor()
  }
}

/// A control that lets the user change a value, such as a text field. A view can bind it to a property of the state in
/// one line; see ``ReactorBound/bind(_:to:_:)``.
@MainActor
public protocol ValueControl<Value>: View {
  /// The type of the value.
  associatedtype Value: Equatable & Sendable
  /// The value. Setting it does not trigger ``changed``.
  var controlValue: Value { get set }
  /// A relay that emits the value after the user has changed it.
  var changed: Relay<Value> { get }
}
