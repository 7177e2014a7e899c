import ReactorCore
import ReactorFlow

/// The screens of one flow on a navigation stack that several flows share. The section is the root of such a flow.
///
/// The section is visible while one of its screens is. It is dismissed when the last of them is popped, so that going
/// back from the first screen of a flow ends the flow.
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
  /// The stack that contains the screens.
  public let stack: NavigationStack
  /// The screens of the section, from bottom to top.
  public private(set) var screens: [Screen] = []
  private let presence = Presence()
  private let disposeBag = DisposeBag()

  /// Creates an empty section of `stack`.
  public init(on stack: NavigationStack) {
    self.stack = stack
    stack.topChanged.subscribe { [weak self] in self?.presenceChanged() }.disposed(by: disposeBag)
    stack.visibility.bind { [weak self] _ in self?.presenceChanged() }.disposed(by: disposeBag)
    stack.popped.subscribe { [weak self] in self?.popped($0) }.disposed(by: disposeBag)
    stack.dismissal.bind { [weak self] in self?.presence.dismissed() }.disposed(by: disposeBag)
  }

  /// A stream of whether one of the screens is visible: it is at the top of the stack, and the stack is visible.
  public var visibility: Observable<Bool> { presence.visibility }
  /// A stream that emits once, when the last screen of the section is popped, or when the stack is dismissed.
  public var dismissal: Observable<Void> { presence.dismissal }

  /// Holds back the window's input while a flow waits for the result of a step.
  public func navigationWaits(_ isWaiting: Bool) { stack.navigationWaits(isWaiting) }

  /// Pushes `screen` onto the stack.
  public func push(_ screen: Screen) {
    screens.append(screen)
    stack.push(screen)
  }

  /// Replaces the top screen of the stack with `screen`.
  public func replaceTop(with screen: Screen) {
    screens.append(screen)
    stack.replaceTop(with: screen)
  }

  /// Pops the first screen of the section and all screens above it. The first screen stays if it is the bottom of the
  /// stack.
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
