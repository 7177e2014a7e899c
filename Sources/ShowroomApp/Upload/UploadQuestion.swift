import ReactorTerminal
import ShowroomSettings
import ShowroomUploads

/// The dialog for a question about uploads. The button that changes nothing has the focus.
@MainActor
struct UploadQuestion {
  let question: UploadReactor.Question

  init(_ question: UploadReactor.Question) {
    self.question = question
  }

  var title: String {
    switch question {
    case .cancel(let item): "Cancel \(item.name)?"
    case .cancelAll(let count, _, _): "Cancel \(counted(count, "upload"))?"
    case .pause(let items): items.count == 1 ? "Pause \(items[0].name)?" : "Pause \(counted(items.count, "upload"))?"
    case .duplicate(let item, _, _): "\(item.name) already exists"
    case .duplicates(let items): "\(counted(items.count, "file")) already exist\(items.count == 1 ? "s" : "")"
    }
  }

  var message: String {
    switch question {
    case .cancel(let item):
      let part = item.resumption == .supported ? item.sent : item.confirmed
      return "\(ByteFormatting.part(part, of: item.size)) has been uploaded. Keep this part to resume later, or "
        + "discard it?"
    case .cancelAll(1, true, _):
      return "A part of it has been uploaded. Keep this part to resume later, or discard it?"
    case .cancelAll(_, true, _):
      return "Some are partially uploaded. Keep these parts to resume later, or discard them?"
    case .cancelAll(_, false, let lost):
      return lost > 0
        ? "\(ByteFormatting.size(lost)) has been sent; the destination cannot keep unfinished files."
        : "Nothing has been uploaded yet."
    case .pause(let items):
      let lost = ByteFormatting.size(items.reduce(0) { $0 + $1.bytesAtRisk })
      let them = items.count == 1 ? "this upload: \(lost) of it" : "these uploads: \(lost) of them"
      return "The destination cannot resume \(them) would have to be sent again. Finish first, then pause?"
    case .duplicate(let item, let size, _):
      return size == item.size
        ? "The destination has a file with this name and size, \(ByteFormatting.size(item.size))."
        : "The destination has a file with this name\(size.map { ", \(ByteFormatting.size($0))" } ?? ""). "
          + "Your file is \(ByteFormatting.size(item.size))."
    case .duplicates(let items):
      let names = items.prefix(5).map(\.name).joined(separator: ", ")
      return "\(names)\(items.count > 5 ? " and \(counted(items.count - 5, "other"))" : "")"
    }
  }

  func buttons(_ send: @escaping @MainActor (UploadReactor.Action) -> Void) -> [AlertButton] {
    switch question {
    case .cancel(let item):
      return [
        AlertButton("Continue", key: "n", role: .cancel),
        AlertButton("Keep part", key: "k") { send(.cancelNow(item.id, discard: false)) },
        AlertButton("Discard", key: "d", role: .destructive) { send(.cancelNow(item.id, discard: true)) },
      ]
    case .cancelAll(let count, true, _):
      return [
        AlertButton("Continue", key: "n", role: .cancel),
        AlertButton(count == 1 ? "Keep part" : "Keep parts", key: "k") { send(.cancelAllNow(discard: false)) },
        AlertButton("Discard", key: "d", role: .destructive) { send(.cancelAllNow(discard: true)) },
      ]
    case .cancelAll(_, false, _):
      return [
        AlertButton("Continue", key: "n", role: .cancel),
        AlertButton("Cancel all", key: "y", role: .destructive) { send(.cancelAllNow(discard: true)) },
      ]
    case .pause:
      return [
        AlertButton("Continue", key: "n", role: .cancel),
        AlertButton("Finish first", key: "f") { send(.pause(finishingCurrent: true)) },
        AlertButton("Pause now", key: "p", role: .destructive) { send(.pause(finishingCurrent: false)) },
      ]
    case .duplicate(let item, _, let others):
      let all = others > 0 ? [AlertButton("Apply to all \(others + 1)", key: "a") { send(.openAllDuplicates) }] : []
      return answers { send(.answer([item.id], $0)) } + all
    case .duplicates(let items): return answers { send(.answer(items.map(\.id), $0)) }
    }
  }

  private func answers(_ send: @escaping @MainActor (DuplicateResolution) -> Void) -> [AlertButton] {
    [
      AlertButton("Decide later", role: .cancel),
      AlertButton("Skip", key: "s") { send(.skip) },
      AlertButton("Keep both", key: "b") { send(.keepBoth) },
      AlertButton("Replace", key: "r", role: .destructive) { send(.replace) },
    ]
  }
}
