import ReactorCore
import ReactorFlow

/// A view that has children and decides which of them are shown. It is the base class of ``NavigationStack``,
/// `TabView` and `SplitView`, and of a program's own containers.
///
/// The container passes on focus, keys and appearance. When a child is no longer shown, its screens disappear but are
/// not dismissed, and it remembers its keyboard focus. The child is dismissed when the container is permanently
/// removed. The container is a `Presentable`, and so may its children be, as roots of flows.
///
/// ```swift
/// /// Shows one page after another.
/// final class Wizard: ContainerView {
///   private var page = 0
///   override var activeChild: View? { children[page] }
///
///   init(_ pages: [View]) {
///     super.init()
///     for page in pages { addChild(page) }
///     showChild(pages[0])
///   }
///
///   func show(_ next: Int) {
///     hideChild(children[page])
///     page = next
///     showChild(children[page])
///   }
///
///   override func layoutSubviews() { activeChild?.frame = bounds }
/// }
/// ```
open class ContainerView: View {
  /// The views that belong to the container, shown or not, in the order in which they were added.
  public private(set) final var children: [View] = []
  private var lastFocused: [ObjectIdentifier: Weak<View>] = [:]
  private let state = Presence()

  /// The child that is in use. It receives keys while no view has the keyboard focus, and it is the first to get the
  /// focus.
  ///
  /// The default is the first child that is shown.
  open var activeChild: View? { children.first { $0.superview === self && !$0.isHidden } }

  public final override var presence: Presence? { state }

  /// The view in the active child that last had the keyboard focus, or the active child if there is none.
  public final override var preferredFocus: View? {
    guard let child = activeChild else { return nil }
    if let last = lastFocused[ObjectIdentifier(child)]?.value, last.isShown(in: child), last.canBecomeFocused {
      return last
    }
    return child
  }

  // MARK: Children

  /// Adds a child without showing it. Has no effect if the view is already a child.
  public final func addChild(_ child: View) {
    guard child.container !== self else { return }
    child.container?.disown(child)
    child.detach()
    child.presenceChanged()
    child.container = self
    children.append(child)
  }

  /// Shows a child, adding it first if necessary. The children shown keep the order of ``children``, both from back to
  /// front and for the keyboard focus.
  public final func showChild(_ child: View) {
    addChild(child)
    guard child.superview !== self, let index = children.firstIndex(where: { $0 === child }) else { return }
    insert(child)
    for later in children[(index + 1)...] { bringToFront(later) }
    setNeedsDisplay()
    window?.needsFocusRepair = true
    window?.chromeChanged()
    window?.titlesChanged()
    child.presenceChanged()
  }

  /// Removes a child from the screen without dismissing it, so that it can be shown again.
  public final func hideChild(_ child: View) {
    guard child.superview === self else { return }
    if let focused = window?.focusedView, focused.isDescendant(of: child) { focusLeft(focused) }
    child.detach()
    window?.needsFocusRepair = true
    window?.chromeChanged()
    child.presenceChanged()
  }

  /// Permanently removes a child, whether or not it is shown, and dismisses the screens inside it.
  public final func removeChild(_ child: View) {
    if child.container === self { child.removeFromSuperview() }
  }

  /// Forgets a child that was removed or moved elsewhere.
  final func disown(_ child: View) {
    children.removeAll { $0 === child }
    lastFocused[ObjectIdentifier(child)] = nil
    child.container = nil
  }

  override func focusLeft(_ view: View) {
    guard let child = children.first(where: { view.isDescendant(of: $0) }) else { return }
    lastFocused[ObjectIdentifier(child)] = Weak(view)
  }

  override func wasRemoved() {
    for child in children.reversed() where child.superview == nil { child.wasRemoved() }
    super.wasRemoved()
  }
}

extension ContainerView: Presentable {
  /// A stream of whether the container is in a window and not inside anything hidden or covered.
  public final var visibility: Observable<Bool> { state.visibility }
  /// A stream that emits once, when the container, or the view that contains it, is permanently removed. It does not
  /// emit when the container is only covered or hidden.
  public final var dismissal: Observable<Void> { state.dismissal }
}
