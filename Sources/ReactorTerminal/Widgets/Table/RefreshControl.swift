import ReactorCore

/// Refreshing by pulling, as on a phone: going up at the very top of a list stretches an indicator, which fires when it is
/// full and goes back when nobody pulls on.
///
/// The rows move only under the person's own hand: by the lines that pulling opens. A refresh that was not pulled turns a
/// sign in the header and moves nothing; one that was keeps one line open until it ends.
public final class RefreshControl: View {
  /// Told when it was pulled all the way.
  public let pulled = Relay<Void>()
  /// Whether a refresh is under way.
  public var isRefreshing = false {
    didSet { if isRefreshing != oldValue { refreshingChanged() } }
  }
  /// What it says while it is being pulled.
  public var pullText = "Pull to refresh"
  /// What it says while a refresh is under way that was pulled.
  public var refreshingText = "Refreshing"

  /// Pulls it takes.
  public static let pulls = 5
  /// How long it stays without a pull.
  public static let relaxation: Duration = .milliseconds(700)
  /// How long the key has to rest after it has brought the selection to the top: holding it must not refresh.
  public static let rest: Duration = .milliseconds(300)

  var changed: (@MainActor () -> Void)?
  private(set) var stretch = 0
  private var wasPulled = false
  private var isResting = false
  private var timer: (any Disposable)?
  private var frameIndex = 0

  /// A control that is not refreshing.
  public override init() { super.init() }

  /// Lines that it takes now.
  public var lines: Int {
    if stretch > 0 { return stretch > Self.pulls / 2 ? 2 : 1 }
    return wasPulled ? 1 : 0
  }

  var isSpinningInHeader: Bool { isRefreshing && !wasPulled }

  /// Pulls once.
  public func pull() {
  }

  func arrived() {
  }

  private func refreshingChanged() {
  }

  func spinnerText(_ canvas: Canvas) -> String {
    let frames = canvas.glyphs.spinner
    return String(frames[frameIndex % frames.count])
  }
}
