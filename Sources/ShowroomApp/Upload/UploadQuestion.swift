import ReactorCore
import ShowroomText
import ShowroomUploads

/// The message for a question about uploads. The answer that changes nothing has the initial focus.
struct UploadQuestion {
  let question: UploadReactor.Question

  init(_ question: UploadReactor.Question) {
    self.question = question
  }

  var message: Message<UploadReactor.Action> { .question(title, text: text, answers: answers) }

  var title: String {
    switch question {
    case .cancel(let item): "Cancel \(item.name)?"
    case .cancelAll(let count, _, _): "Cancel \(counted(count, "upload"))?"
    case .pause(let items): items.count == 1 ? "Pause \(items[0].name)?" : "Pause \(counted(items.count, "upload"))?"
    case .duplicate(let item, _, _): "\(item.name) already exists"
    case .duplicates(let items): "\(counted(items.count, "file")) already exist\(items.count == 1 ? "s" : "")"
    }
  }

  var text: String {
    switch question {
    case .cancel(let item):
      let part = item.resumption == .supported ? item.sent : item.confirmed
      return "\(ByteFormatting.part(part, of: item.size)) has been uploaded. Keep this part to resume later, or "
        + "discard it?"
    case .cancelAll(1, true, _):
      return "Part of it has been uploaded. Keep this part to resume later, or discard it?"
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

  var answers: [Message<UploadReactor.Action>.Answer] {
    switch question {
    case .cancel(let item):
      [
        .cancel("Continue", key: "n"),
        .init("Keep part", key: "k", sends: .cancelNow(item.id, discard: false)),
        .init("Discard", key: "d", isDestructive: true, sends: .cancelNow(item.id, discard: true)),
      ]
    case .cancelAll(let count, true, _):
      [
        .cancel("Continue", key: "n"),
        .init(count == 1 ? "Keep part" : "Keep parts", key: "k", sends: .cancelAllNow(discard: false)),
        .init("Discard", key: "d", isDestructive: true, sends: .cancelAllNow(discard: true)),
      ]
    case .cancelAll(_, false, _):
      [
        .cancel("Continue", key: "n"),
        .init("Cancel all", key: "y", isDestructive: true, sends: .cancelAllNow(discard: true)),
      ]
    case .pause:
      [
        .cancel("Continue", key: "n"),
        .init("Finish first", key: "f", sends: .pause(finishingCurrent: true)),
        .init("Pause now", key: "p", isDestructive: true, sends: .pause(finishingCurrent: false)),
      ]
    case .duplicate(let item, _, let others):
      resolutions(of: [item.id])
        + (others > 0 ? [.init("Apply to all \(others + 1)", key: "a", sends: .openAllDuplicates)] : [])
    case .duplicates(let items): resolutions(of: items.map(\.id))
    }
  }

  private func resolutions(of ids: [Upload.ID]) -> [Message<UploadReactor.Action>.Answer] {
    [
      .cancel("Decide later"),
      .init("Skip", key: "s", sends: .answer(ids, .skip)),
      .init("Keep both", key: "b", sends: .answer(ids, .keepBoth)),
      .init("Replace", key: "r", isDestructive: true, sends: .answer(ids, .replace)),
    ]
  }
}
