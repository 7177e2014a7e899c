import ReactorCore
import ReactorTerminal
import ShowroomSettings
import Uploads

/// Confirms quitting while uploads are running, and stops them before the program ends.
@MainActor
package final class QuitGuard {
  private let window: Window
  private let uploads: LiveUploads
  private let quit: @MainActor () -> Void
  private weak var dialog: AlertView?
  private var ending: Task<Void, Never>?

  /// - Parameter quit: A closure that ends the program. Called once, after all uploads have stopped.
  package init(window: Window, uploads: LiveUploads, quit: @escaping @MainActor () -> Void) {
    self.window = window
    self.uploads = uploads
    self.quit = quit
  }

  /// Quits, after a confirmation if uploads are running. A second request during the confirmation (Ctrl-C) quits and
  /// keeps partial uploads, because that loses nothing.
  package func request() {
    let underWay = uploads.snapshot.value.items.filter(\.isUnderWay)
    if underWay.isEmpty || dialog?.window != nil { return end(.keep) }
    let count = counted(underWay.count, "file")
    dialog = window.alert(
      "Quit while uploading \(count)?", Self.message(underWay), kind: .warning,
      buttons: [
        AlertButton("Keep", key: "k") { [weak self] in self?.end(.keep) },
        AlertButton("Discard", key: "d") { [weak self] in self?.end(.discard) },
        AlertButton("Stay", key: "n", role: .cancel),
      ])
  }

  /// Returns the message of the confirmation, which names the files that cannot be resumed.
  private static func message(_ items: [UploadItem]) -> String {
    let lost = items.filter { $0.bytesAtRisk > 0 }
    guard !lost.isEmpty else { return "Keep partial uploads and resume next time?" }
    let size = ByteFormatting.size(lost.reduce(0) { $0 + $1.bytesAtRisk })
    let names = lost.count == 1 ? lost[0].name : counted(lost.count, "file")
    return "Keep these uploads for the next run? The destination cannot resume \(names): \(size) will be sent again."
  }

  private func end(_ mode: StopMode) {
    guard ending == nil else { return }
    ending = Task.immediate(executorPreference: EffectExecutor.current) { [uploads, quit] in
      await uploads.stop(mode)
      quit()
    }
  }
}
