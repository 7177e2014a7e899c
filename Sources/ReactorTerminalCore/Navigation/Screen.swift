import ReactorCore
import ReactorFlow

/// A view that fills the window, with a title, in a ``NavigationStack``.
///
/// ```swift
/// final class TodoListView: ReactorView<TodoListReactor> {
///   private let table = TableView<Todo>(columns: […])
///   private let spinner = Spinner("Loading", hidesWhenStopped: true)
///
///   override init() {
///     super.init()
///     title = "To-dos"
///     content = Rows {
///       table.fill()
///       spinner.height(1)
///     }
///   }
/// }
/// ```
open class Screen: View {
  /// The title in the title bar.
  public var title = "" {
    didSet { if title != oldValue { setNeedsTitles() } }
  }
  /// The status at the right end of the title bar, such as `12/340 · filter: kia`.
  public var status = "" {
    didSet { if status != oldValue { setNeedsTitles() } }
  }
  /// The view that fills the screen, such as ``Rows``. A screen that overrides `layoutSubviews()` does not need it.
  public final var content: View? {
    didSet {
      guard content !== oldValue else { return }
      oldValue?.removeFromSuperview()
      if let content { addSubview(content) }
    }
  }
  /// The stack that contains the screen, at the top or covered; `nil` outside a stack.
  public internal(set) final weak var navigationStack: NavigationStack?
  private let state = Presence()

  /// Returns whether the user may leave the screen now.
  ///
  /// Every key, click and command that goes back calls this method. A screen with unsaved changes presents an alert,
  /// returns `false`, and pops itself once the user has decided.
  ///
  /// ```swift
  /// override func shouldGoBack() -> Bool {
  ///   guard reactor?.currentState.isChanged == true else { return true }
  ///   reactor?.action.send(.askToSave)
  ///   return false
  /// }
  /// ```
  open func shouldGoBack() -> Bool { true }

  /// Called before a frame shows the title or the status, after ``View/setNeedsTitles()``. Update them here if they
  /// change with every key, so that they are formatted once per frame.
  open func titlesWillShow() {}

  /// Makes the ``content`` fill the screen.
  open override func layoutSubviews() { content?.frame = bounds }

  public final override var presence: Presence? { state }

  final override var titleOfWindow: String { title }

  /// Dismisses the screen, unless it is in a stack, which dismisses its screens itself.
  override func wasRemoved() {
    if navigationStack == nil { stackWasRemoved() }
  }

  /// Dismisses the screen when its stack ends.
  final func stackWasRemoved() { super.wasRemoved() }
}

extension Screen: Presentable {
  /// A stream of whether the screen is visible: it is in a window, not inside anything hidden or covered, and at the
  /// top of its navigation stack if it has one.
  public final var visibility: Observable<Bool> { state.visibility }
  /// A stream that emits once, after `didDisappear()`, when the screen is popped or replaced, or, outside a stack, when
  /// it is removed from its superview. It also emits when its stack, or the screen or dialog that contains it, is
  /// permanently removed.
  ///
  /// Leaving the window is not a dismissal: a screen whose container is covered comes back with it.
  public final var dismissal: Observable<Void> { state.dismissal }
}

/// A screen that displays the state of a reactor and sends actions to it. For other kinds of views, see
/// ``ReactorBound``.
///
/// ```swift
/// final class CounterView: ReactorView<CounterReactor> {
///   override func bind(reactor: CounterReactor) {
///     keys("+", id: "counter.increase", title: "Increase").map { .increase }.bind(to: reactor.action)
///     show(\.value) { $0.label.text = "\($1)" }
///   }
/// }
/// ```
open class ReactorView<R: Reactor>: Screen, ReactorBound {
  /// Whether a reactor is bound only after the view has been added to a window. `false` by default.
  open var bindsAfterLoading: Bool { false }

  /// Binds actions and state. The bindings end when another reactor is assigned or the view is released.
  open func bind(reactor: R) {}
}

/// A reactor view that binds its reactor when it is added to a window, for views that create their subviews in
/// `viewDidLoad()`.
open class DeferredReactorView<R: Reactor>: ReactorView<R> {
  /// Whether the reactor is bound only after the view has been added to a window: always `true`.
  open override var bindsAfterLoading: Bool { true }
}
