import ReactorCore
import ReactorTerminal
import Uploads

/// Stands between the wish to quit and the end of the program: while something is being uploaded it asks what becomes of it.
@MainActor
public final class QuitGuard {
  private let window: Window
  private let uploads: LiveUploads
  private let quit: @MainActor () -> Void
  private weak var dialog: AlertView?
  private var ending: Task<Void, Never>?

  /// - Parameter quit: ends the program; called once, when nothing is under way any more.
  public init(window: Window, uploads: LiveUploads, quit: @escaping @MainActor () -> Void) {
    self.window = window
    self.uploads = uploads
    self.quit = quit
  }

  /// A person wants to quit. Asked once more while the question stands (Ctrl-C), that is the answer: nothing is lost by
  /// keeping what is there.
  public func request() {
    let underWay = uploads.snapshot.value.items.filter(\.isUnderWay)
    if underWay.isEmpty || dialog?.window != nil { return end(.keep) }
    let count = counted(underWay.count, "upload")
    dialog = window.alert(
      "Quit during \(count)?", Self.message(underWay), kind: .warning,
      buttons: [
        AlertButton("Keep", key: "k") { [weak self] in self?.end(.keep) },
        AlertButton("Discard", key: "d") { [weak self] in self?.end(.discard) },
        AlertButton("Stay", key: "n", role: .cancel),
      ])
  }

  /// Promises only what the destinations can keep.
  private static func message(_ items: [UploadItem]) -> String {
    let lost = items.filter { $0.bytesAtRisk > 0 }
    guard !lost.isEmpty else { return "Keep partial uploads and resume next time?" }
    let size = ByteFormatting.size(lost.reduce(0) { $0 + $1.bytesAtRisk })
    let names = lost.count == 1 ? lost[0].name : counted(lost.count, "file")
    return "Keep uploads and continue next time? The destination cannot resume \(names): \(size) will be sent again."
  }

  private func end(_ mode: StopMode) {
    guard ending == nil else { return }
    ending = Task.immediate(executorPreference: EffectExecutor.current) { [uploads, quit] in
      await uploads.stop(mode)
      quit()
    }
  }
}
