import ReactorCore

/// Whether something is shown and whether it was taken away: what a ``Presentable`` keeps and reports from.
///
/// ```swift
/// final class Panel: Presentable {
///   private let presence = Presence()
///   var visibility: Observable<Bool> { presence.visibility }
///   var dismissal: Observable<Void> { presence.dismissal }
/// }
/// ```
@MainActor
public final class Presence {
  private let isVisible = StateRelay(false)
  private var isDismissed = false
  private let dismissals = Relay<Void>()

  /// Not shown yet.
  public init() {}

  /// Whether it is shown: the value now, then every change.
  public var visibility: Observable<Bool> { isVisible.asObservable() }

  /// One element when it was taken away, then the end; at once where it has been taken away and not been shown again.
  public var dismissal: Observable<Void> {
    .create { [self] observer in
      @MainActor func tell() {
        observer.next(())
        observer.end(.finished)
      }
      if !isDismissed { return dismissals.subscribe { tell() } }
      tell()
      return EmptyDisposable.instance
    }
  }

  /// It is shown, for the first time or again.
  public func appeared() {
    isDismissed = false
    if !isVisible.value { isVisible.accept(true) }
  }

  /// It, or what holds it, is covered or hidden, and may come back.
  public func disappeared() {
    if isVisible.value { isVisible.accept(false) }
  }

  /// It was taken away for good.
  public func dismissed() {
    disappeared()
    guard !isDismissed else { return }
    isDismissed = true
    dismissals.send(())
  }
}
