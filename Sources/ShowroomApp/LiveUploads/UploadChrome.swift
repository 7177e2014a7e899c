import ReactorCore
import ReactorTerminal
import Uploads

/// What is said of uploads whatever screen is shown: an indicator while some are under way, a toast at their end, the offer
/// to undo a deletion, what failed without a screen, and at the start the offer to go on with what was interrupted.
@MainActor
public final class UploadChrome {
  private let window: Window
  private let uploads: LiveUploads
  private var round = UploadRound()
  /// What was said last, and when.
  private var told: (end: UploadRound.End, time: Duration)?
  private var hasOffered = false
  private let bag = DisposeBag()

  /// Says it in `window`, and in `titleBar`, which is that of every screen.
  public init(window: Window, uploads: LiveUploads, titleBar: TitleBar) {
    self.window = window
    self.uploads = uploads
    let isASCII = window.capabilities.isASCII
    uploads.snapshot.asObservable().map { UploadIndicator($0) }.distinctUntilChanged()
      .bind { titleBar.accessory = $0?.text(isASCII: isASCII) ?? "" }.disposed(by: bag)
    uploads.outcomes.asObservable().bind { [weak self] outcome in
      self?.say(self?.round.take(outcome))
    }.disposed(by: bag)
    uploads.warnings.asObservable().bind { [weak window] warning in
      window?.toast("\(warning.item.name): \(warning.sentence)", kind: .warning, topic: "upload warnings")
    }.disposed(by: bag)
    uploads.snapshot.asObservable().bind { [weak self] in self?.take($0) }.disposed(by: bag)
    uploads.deletions.asObservable().bind { [weak self] in self?.offerUndo($0) }.disposed(by: bag)
    uploads.problems.asObservable().bind { [weak self] in self?.present($0) }.disposed(by: bag)
  }

  private func take(_ snapshot: UploadSnapshot) {
    say(round.take(snapshot))
    offerResumption(snapshot)
  }

  /// What ends while the toast of others is there is counted together with them.
  private func say(_ end: UploadRound.End?) {
    guard var end else { return }
    if let told, window.time < told.time + Self.kind(of: told.end).duration { end = told.end.adding(end) }
    told = (end, window.time)
    window.toast(end.text, kind: Self.kind(of: end), topic: "uploads")
  }

  private static func kind(of end: UploadRound.End) -> Toast.Kind { end.isSuccess ? .success : .error }

  /// Asks once: what is not resumed now stays in the queue, with its own key.
  private func offerResumption(_ snapshot: UploadSnapshot) {
    guard !hasOffered, !snapshot.items.isEmpty else { return }
    hasOffered = true
    let interrupted = snapshot.items.filter { $0.state == .interrupted }
    guard !interrupted.isEmpty else { return }
    let progress = interrupted.reduce(UploadProgress.none) { $0 + $1.progress }
    let confirmed =
      progress.confirmed > 0 ? " \(ByteFormatting.part(progress.confirmed, of: progress.size)) has been uploaded." : ""
    window.alert(
      "Resume \(counted(interrupted.count, "upload"))?",
      "Showroom quit while \(interrupted.count == 1 ? "it was" : "they were") running.\(confirmed)", kind: .info,
      buttons: [
        AlertButton("Resume", key: "y") { [weak uploads] in uploads?.resumeInterrupted() },
        AlertButton("Not now", key: "n", role: .cancel),
      ])
  }

  private func offerUndo(_ attachment: Attachment) {
    let id = attachment.id
    window.toast(
      "Deleted \(attachment.file.name)",
      action: Toast.Action("undo", key: "z") { [weak uploads] in uploads?.undoDeletion(id) },
      expired: { [weak uploads] in uploads?.finishDeletion(id) })
  }

  private func present(_ problem: UploadProblem) {
    var buttons = [AlertButton("Close", role: .cancel)]
    if let retry = problem.retry { buttons.insert(AlertButton("Retry", key: "r", action: retry), at: 0) }
    window.alert(problem.title, problem.failure.withStatus, kind: .error, buttons: buttons)
  }
}
