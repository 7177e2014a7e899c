import ReactorCore
import ReactorTerminal
import ShowroomText
import ShowroomUploads

/// A guard that asks for confirmation before quitting while uploads are unfinished, and stops them before the program
/// ends.
@MainActor
package final class QuitGuard {
  /// A relay that emits when the uploads that the user wanted to finish before quitting have finished. The receiver
  /// calls ``request()`` unless other work is unsaved by then.
  let finished = Relay<Void>()
  private let window: Window
  private let uploads: LiveUploads
  private let quit: @MainActor () -> Void
  private weak var dialog: AlertView?
  private var ending: Task<Void, Never>?
  /// Whether the uploads have been stopped, so that the program can quit.
  private var hasStopped = false
  /// Whether ``finished`` has emitted and the queue has not been resumed since, so that pending uploads need no
  /// confirmation.
  private var hasFinished = false
  /// The subscription that requests quitting when the running uploads have finished.
  private var finishing: (any Disposable)? {
    didSet { oldValue?.dispose() }
  }

  /// - Parameter quit: A closure that ends the program. It is called once, after all uploads have stopped.
  package init(window: Window, uploads: LiveUploads, quit: @escaping @MainActor () -> Void) {
    self.window = window
    self.uploads = uploads
    self.quit = quit
  }

  /// Quits, after confirmation if uploads are running. A second request during the confirmation (Ctrl-C) quits and
  /// keeps partial uploads, because then nothing is lost.
  package func request() {
    if hasStopped { return quit() }
    let underWay = uploads.snapshot.value.uploads.filter(\.isUnderWay)
    let canFinish = underWay.contains { $0.situation == .active }
    if underWay.isEmpty || dialog?.window != nil || (hasFinished && !canFinish) { return end(.keep) }
    let isLossy = underWay.contains { $0.bytesAtRisk > 0 }
    let keep = AlertButton(isLossy ? "Quit now" : "Keep", key: isLossy ? "q" : "k") { [weak self] in self?.end(.keep) }
    let finish = AlertButton("Finish first", key: "f") { [weak self] in self?.finishFirst() }
    let others = [
      AlertButton("Discard", key: "d") { [weak self] in self?.end(.discard) },
      AlertButton("Stay", key: "n", role: .cancel),
    ]
    let choices = isLossy ? [finish, keep] : canFinish ? [keep, finish] : [keep]
    let title =
      canFinish
      ? "Quit while uploading \(counted(underWay.count, "file"))?"
      : "Quit with \(counted(underWay.count, "unfinished upload"))?"
    dialog = window.alert(title, Self.message(underWay), kind: .warning, buttons: choices + others)
  }

  /// Returns the message of the confirmation, which names the files that cannot be resumed.
  private static func message(_ uploads: [Upload]) -> String {
    let lost = uploads.filter { $0.bytesAtRisk > 0 }
    guard !lost.isEmpty else { return "Keep unfinished uploads for next time?" }
    let size = ByteFormatting.size(lost.reduce(0) { $0 + $1.bytesAtRisk })
    let names = lost.count == 1 ? lost[0].name : counted(lost.count, "file")
    return "The destination cannot resume \(names): if you quit now, about \(size) will be sent again next time."
  }

  // MARK: Finishing first

  /// Waits for the running uploads to finish without starting others, and then requests quitting. Resuming the queue
  /// cancels this.
  private func finishFirst() {
    window.toast("Showroom will quit when the running uploads finish. To stay, resume the queue.")
    var isPaused = false
    hasFinished = false
    finishing = uploads.snapshot.bind { [weak self] snapshot in
      guard let self else { return }
      // The first snapshots may be older than the pause.
      if isPaused, !snapshot.isPaused {
        finishing = nil
        hasFinished = false
      }
      isPaused = snapshot.isPaused
      guard isPaused, !hasFinished, !snapshot.uploads.contains(where: { $0.situation == .active }) else { return }
      hasFinished = true
      finished.send(())
    }
    Task.immediate(executorPreference: EffectExecutor.current) { [weak self, uploads] in
      do throws(UploadFailure) {
        try await uploads.perform(.setPaused(true, finishingCurrent: true))
      } catch {
        self?.finishing = nil
        uploads.report(UploadFailureReport("Could not pause the queue", error, retry: nil))
      }
    }
  }

  private func end(_ mode: StopMode) {
    guard ending == nil else { return }
    ending = Task.immediate(executorPreference: EffectExecutor.current) { [weak self, uploads, quit] in
      let failure = await uploads.stop(mode)
      guard let failure, let self else { return quit() }
      self.report(failure)
    }
  }

  /// Reports that data of discarded uploads is left at the destination. The program then quits.
  private func report(_ failure: UploadFailure) {
    hasStopped = true
    window.alert(
      "Could not discard all uploads", failure.message, kind: .error,
      buttons: [AlertButton("Quit", key: "q", role: .cancel) { [quit] in quit() }])
  }
}
