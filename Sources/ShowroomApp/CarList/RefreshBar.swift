import ReactorCore
import ReactorTerminal
import ShowroomCatalog

/// The progress of a refresh. The bar appears after a delay, because it would only flash during a short refresh.
final class RefreshBar: View {
  private let bar = ProgressBar()
  private var delay: (any Disposable)?

  override init() {
    super.init()
    isHidden = true
    addSubview(bar)
  }

  override func layoutSubviews() { bar.frame = bounds }

  /// Shows the bar after the delay, or hides it.
  func setRefreshing(_ isRefreshing: Bool) {
    delay?.dispose()
    delay = nil
    guard isRefreshing else { return isHidden = true }
    delay = window?.after(Spinner.standardDelay) { [weak self] in self?.isHidden = false }
  }

  /// Shows progress; `nil` until the source has answered.
  func show(_ progress: RefreshProgress?, isASCII: Bool) {
    bar.value = progress?.fraction
    bar.text = progress?.details(isASCII: isASCII) ?? "Connecting"
  }
}
