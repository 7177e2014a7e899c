import ReactorCore
import ReactorFlow

extension Screen: Presentable {
  /// Whether it is on the screen: the top one of its navigation stack if it is in one, in a window, and not inside
  /// anything that is hidden or covered.
  public final var visibility: Observable<Bool> { presence.visibility }
  /// Told once, after `didDisappear()`, when it was popped or replaced; outside of a stack, when it was taken out of its
  /// superview. In both cases also when that happened to the screen or dialog that holds it. Leaving the window is no
  /// dismissal: a screen whose container is covered comes back with it.
  public final var dismissal: Observable<Void> { presence.dismissal }
}

extension ModalView: Presentable {
  /// Whether it has been presented and not been dismissed.
  public final var visibility: Observable<Bool> { presence.visibility }
  /// Told once, after `didDismiss()`, when the keyboard is back where it was before.
  public final var dismissal: Observable<Void> { presence.dismissal }
}

extension NavigationStack: Presentable {
  /// Whether it is in a window, and not inside anything that is hidden or covered.
  public var visibility: Observable<Bool> { presence.visibility }
  /// Told once, when it, or the screen or dialog that holds it, was taken away for good; not when that is merely covered
  /// or hidden. Its screens are not told: they are gone with the flow that has it.
  public var dismissal: Observable<Void> { presence.dismissal }
}
