import ReactorCore
import ReactorFlow

extension Screen: Presentable {
  /// Whether it is the shown one of its navigation stack; outside of a stack, whether it is in a window.
  public final var visibility: Observable<Bool> { presence.visibility }
  /// Told once, after `didDisappear()`, when it was popped or replaced; outside of a stack, when it left the window.
  public final var dismissal: Observable<Void> { presence.dismissal }
}

extension ModalView: Presentable {
  /// Whether it has been presented and not been dismissed.
  public final var visibility: Observable<Bool> { presence.visibility }
  /// Told once, after `didDismiss()`, when the keyboard is back where it was before.
  public final var dismissal: Observable<Void> { presence.dismissal }
}

extension NavigationStack: Presentable {
  /// Whether it is in a window.
  public var visibility: Observable<Bool> { presence.visibility }
  /// Told once, when it was taken out of its window. Its screens are not told: they are gone with the flow that has it.
  public var dismissal: Observable<Void> { presence.dismissal }
}
