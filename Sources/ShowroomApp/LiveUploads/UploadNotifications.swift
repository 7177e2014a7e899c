import ReactorCore
import ReactorTerminal
import ShowroomFormatting
import ShowroomText
import ShowroomUploads

/// Notifications about uploads on every screen.
///
/// They consist of an indicator while uploads are running, a toast when they end, an offer to undo a deletion, alerts
/// for failures that do not belong to a screen, and, at launch, an offer to resume interrupted uploads. The toast omits
/// failures that a screen has reported.
@MainActor
package final class UploadNotifications {
  private let window: Window
  private let uploads: LiveUploads
  private var batch = UploadBatch()
  /// The summary currently shown.
  private var latest: UploadBatch.Summary?
  /// The uploads to which the currently shown warnings apply, by message.
  private var warned: [String: Set<Upload.ID>] = [:]
  private var hasOffered = false
  private let bag = DisposeBag()

  /// The topic of the toasts about uploads that have ended.
  private static let topic = "uploads"

  /// Creates notifications in `window` and an indicator in `titleBar`, which all screens share.
  package init(window: Window, uploads: LiveUploads, titleBar: TitleBar) {
    self.window = window
    self.uploads = uploads
    bag.collect {
      uploads.snapshot.map { UploadIndicator($0) }.distinctUntilChanged()
        .bind(with: self) { $0.show($1, in: titleBar) }
      window.settingsChanged.bind(with: self) { notifications, _ in
        notifications.show(UploadIndicator(uploads.snapshot.value), in: titleBar)
      }
      uploads.outcomes.bind(with: self) { $0.show($0.batch.take($1)) }
      uploads.reportedFailures.bind(with: self) { $0.withdraw($1) }
      uploads.warnings.bind(with: self) { $0.show($1) }
      uploads.snapshot.bind(with: self) { $0.take($1) }
      uploads.deletions.bind(with: self) { $0.offerUndo($1) }
      uploads.failureReports.bind(with: self) { $0.present($1) }
    }
  }

  private func show(_ indicator: UploadIndicator?, in titleBar: TitleBar) {
    window.progress = indicator?.taskProgress ?? .none
    titleBar.accessory = indicator?.text(isASCII: window.isASCII) ?? ""
    titleBar.shortAccessory = indicator?.shortText(isASCII: window.isASCII) ?? ""
  }

  /// Shows a warning, once for all uploads that it applies to.
  private func show(_ warning: UploadWarning) {
    let message = warning.message
    let uploads = warned[message, default: []].union([warning.upload.id])
    guard uploads != warned[message] else { return }
    let subject = uploads.count == 1 ? warning.upload.name : counted(uploads.count, "file")
    window.toast(
      "\(subject): \(message)", kind: .warning, topic: "upload warning: \(message)",
      expired: { [weak self] in self?.warned[message] = nil })
    // The toast has replaced the previous one, which has expired.
    warned[message] = uploads
  }

  private func take(_ snapshot: UploadSnapshot) {
    show(batch.take(snapshot))
    offerResumption(snapshot)
  }

  /// Shows a summary. If the toast of the previous summary is still visible, the two are combined, unless the failures
  /// that it names have been resolved.
  private func show(_ summary: UploadBatch.Summary?) {
    guard var summary else { return }
    let hasFailures = uploads.snapshot.value.uploads.contains { $0.failure != nil }
    if var combined = latest, combined.isSuccess || hasFailures || !summary.isSuccess {
      combined.add(summary)
      summary = combined
    }
    toast(summary)
    window.notify(title: summary.text)
  }

  private func toast(_ summary: UploadBatch.Summary) {
    window.toast(
      summary.text, kind: Self.kind(of: summary), topic: Self.topic, expired: { [weak self] in self?.latest = nil })
    // The toast has replaced the previous one, which has expired.
    latest = summary
  }

  /// Withdraws failures that a screen has reported from the toast, whether or not it is already shown.
  private func withdraw(_ reported: Set<Upload.ID>) {
    let unannounced = batch.removeFailures(of: reported)
    // The user may be in another window of the terminal.
    if !unannounced.isSuccess { window.notify(title: unannounced.text) }
    guard var shown = latest, !shown.removeFailures(of: reported).isSuccess else { return }
    if shown == UploadBatch.Summary() { window.dismissToast(topic: Self.topic) } else { toast(shown) }
  }

  private static func kind(of summary: UploadBatch.Summary) -> Toast.Kind { summary.isSuccess ? .success : .error }

  /// Offers to resume interrupted uploads, but only once. They stay in the queue and can be resumed there later.
  private func offerResumption(_ snapshot: UploadSnapshot) {
    guard !hasOffered, !snapshot.uploads.isEmpty else { return }
    hasOffered = true
    let interrupted = snapshot.uploads.filter { $0.state == .interrupted }
    guard !interrupted.isEmpty else { return }
    let progress = interrupted.reduce(UploadProgress.none) { $0 + $1.progress }
    let confirmed =
      progress.confirmed > 0 ? " \(ByteFormatting.part(progress.confirmed, of: progress.size)) has been uploaded." : ""
    let alert = AlertView(
      title: "Resume \(counted(interrupted.count, "upload"))?",
      message: "Showroom quit before \(interrupted.count == 1 ? "this upload" : "these uploads") finished.\(confirmed)",
      buttons: [
        AlertButton("Resume", key: "y") { [weak uploads] in uploads?.resumeInterrupted() },
        AlertButton("Not now", key: "n", role: .cancel),
      ])
    window.presentWhenIdle(alert) { [weak uploads] in
      uploads?.snapshot.value.uploads.contains { $0.state == .interrupted } == true
    }
  }

  private func offerUndo(_ attachment: Attachment) {
    let id = attachment.id
    window.toast(
      "Deleted \(attachment.file.name)",
      action: Toast.Action("Undo", key: "z") { [weak uploads] in uploads?.undoDeletion(id) },
      expired: { [weak uploads] in uploads?.finishDeletion(id) })
  }

  private func present(_ report: UploadFailureReport) {
    var buttons = [AlertButton("Close", role: .cancel)]
    if let retry = report.retry { buttons.insert(AlertButton("Retry", key: "r", action: retry), at: 0) }
    window.presentWhenIdle(
      AlertView(title: report.title, message: report.failure.withStatus, kind: .error, buttons: buttons))
  }
}
