import ReactorCore

/// A view of any kind that displays the state of a reactor and sends actions to it: a row, a pane, a dialog, a field.
///
/// Assigning ``reactor``, even the same one or `nil`, ends the previous bindings and then binds the new reactor. A view
/// that is used again for another element only needs another reactor.
///
/// ```swift
/// final class UploadRow: View, ReactorBound {
///   private let bar = ProgressBar()
///
///   func bind(reactor: UploadRowReactor) {
///     keys("x", id: CommandID("upload.remove"), title: "Remove").map { .remove }
///       .bind(to: reactor.action).disposed(by: disposeBag)
///     reactor.state(\.progress).bind(to: bar, \.value).disposed(by: disposeBag)
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

  /// Whether a reactor is bound only once the view has been in a window, for a view that creates its subviews in
  /// `viewDidLoad()`. By default, a reactor is bound when it is assigned.
  var bindsAfterLoading: Bool { get }

  /// Binds actions and state. Add every disposable to ``disposeBag``. Do not call this method: assign ``reactor``.
  func bind(reactor: BoundReactor)
}

extension ReactorBound {
  /// `false`.
  public var bindsAfterLoading: Bool { false }

  /// The reactor whose state the view displays.
  public var reactor: BoundReactor? {
    get { reactorBinding?.reactor as? BoundReactor }
    set {
      let binding = existingBinding
      binding.reactor = newValue
      binding.end()
      binding.isWaiting = bindsAfterLoading && !isLoaded
      bindReactor()
    }
  }

  /// The bindings of the current reactor. They end when another reactor is assigned or the view is released.
  public var disposeBag: DisposeBag { existingBinding.disposeBag }

  /// The binding of the view, created at first use.
  private var existingBinding: ReactorBinding {
    if let reactorBinding { return reactorBinding }
    let binding = ReactorBinding()
    reactorBinding = binding
    return binding
  }

  fileprivate func bindReactor() {
    guard reactorBinding?.isWaiting == false, let reactor else { return }
    bind(reactor: reactor)
    guard hasChangingCommands else { return }
    reactor.state.bind { [weak self] _ in self?.evaluateCommands() }.disposed(by: disposeBag)
  }
}

/// The reactor of a view, and its bindings.
@MainActor
final class ReactorBinding {
  var reactor: (any Reactor)?
  /// Whether the reactor is bound when the view has loaded.
  var isWaiting = false
  private(set) var disposeBag = DisposeBag()

  func end() {
    disposeBag.dispose()
    disposeBag = DisposeBag()
  }
}

extension View {
  /// Binds the reactor that was assigned before the view was first added to a window.
  func bindWaitingReactor() {
    guard let reactorBinding, reactorBinding.isWaiting else { return }
    reactorBinding.isWaiting = false
    (self as? any ReactorBound)?.bindReactor()
  }
}
