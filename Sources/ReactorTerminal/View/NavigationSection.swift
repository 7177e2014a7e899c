import ReactorCore
import ReactorFlow

/// The screens that one flow has pushed onto a navigation stack that it shares with others: the root of such a flow.
///
/// It is shown while one of its screens is, and dismissed when the last of them was popped: going back beyond a flow's
/// first screen ends the flow.
///
/// ```swift
/// final class UploadFlow: Flow {
///   let root: NavigationSection
///   init(on stack: NavigationStack) { root = NavigationSection(on: stack) }
///   // navigate(to:): root.push(FilesScreen())
/// }
/// ```
@MainActor
public final class NavigationSection: Presentable {
  /// Where its screens are.
  public let stack: NavigationStack
  /// Those of its screens that are on the stack, the first at the bottom.
  public private(set) var screens: [Screen] = []
  private let presence = Presence()
  private let disposeBag = DisposeBag()

  /// A section of `stack` that has no screens yet.
  public init(on stack: NavigationStack) {
    self.stack = stack
    stack.topChanged.subscribe { [weak self] in self?.presenceChanged() }.disposed(by: disposeBag)
    stack.visibility.bind { [weak self] _ in self?.presenceChanged() }.disposed(by: disposeBag)
    stack.popped.subscribe { [weak self] in self?.popped($0) }.disposed(by: disposeBag)
  }

  /// Whether one of its screens is on the screen: the top one of the stack, where the stack is shown.
  public var visibility: Observable<Bool> { presence.visibility }
  /// Told once, when the last of its screens was popped.
  public var dismissal: Observable<Void> { presence.dismissal }

  /// Shows `screen` over everything on the stack.
  public func push(_ screen: Screen) {
    screens.append(screen)
    stack.push(screen)
  }

  /// Puts `screen` in the place of the shown one.
  public func replaceTop(with screen: Screen) {
    screens.append(screen)
    stack.replaceTop(with: screen)
  }

  /// Takes away its first screen and everything above it; what lies below is shown again. A first screen that is at the
  /// very bottom of the stack stays.
  public func popAll() {
    guard let first = screens.first, let index = stack.screens.firstIndex(where: { $0 === first }) else { return }
    stack.pop(to: stack.screens[max(0, index - 1)])
  }

  private func presenceChanged() {
    if stack.isOnScreen, screens.contains(where: { $0 === stack.top }) {
      presence.appeared()
    } else {
      presence.disappeared()
    }
  }

  private func popped(_ screen: Screen) {
    guard let index = screens.lastIndex(where: { $0 === screen }) else { return }
    screens.remove(at: index)
    if screens.isEmpty { presence.dismissed() }
  }
}
