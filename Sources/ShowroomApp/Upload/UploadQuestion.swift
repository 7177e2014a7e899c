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
    case .cancel(let upload): "Cancel \(upload.name)?"
    case .cancelAll(let count, _, _): "Cancel \(counted(count, "upload"))?"
    case .pause(let uploads):
      uploads.count == 1 ? "Pause \(uploads[0].name)?" : "Pause \(counted(uploads.count, "upload"))?"
    case .duplicate(let upload, _, _): "\(upload.name) already exists"
    case .duplicates(let uploads): "\(counted(uploads.count, "file")) already exist\(uploads.count == 1 ? "s" : "")"
    }
  }

  var text: String {
    switch question {
    case .cancel(let upload):
      let part = upload.resumption == .supported ? upload.sent : upload.confirmed
      return "\(ByteFormatting.part(part, of: upload.size)) has been uploaded. Keep this part to resume later, or "
        + "discard it?"
    case .cancelAll(1, true, _):
      return "Part of it has been uploaded. Keep this part to resume later, or discard it?"
    case .cancelAll(_, true, _):
      return "Some are partially uploaded. Keep these parts to resume later, or discard them?"
    case .cancelAll(_, false, let lost):
      return lost > 0
        ? "\(ByteFormatting.size(lost)) has been sent; the destination cannot keep unfinished files."
        : "Nothing has been uploaded yet."
    case .pause(let uploads):
      let lost = ByteFormatting.size(uploads.reduce(0) { $0 + $1.bytesAtRisk })
      let them = uploads.count == 1 ? "this upload: about \(lost) of it" : "these uploads: about \(lost) of them"
      return "The destination cannot resume \(them) would have to be sent again. Finish first, then pause?"
    case .duplicate(let upload, let size, _):
      return size == upload.size
        ? "The destination has a file with this name and size, \(ByteFormatting.size(upload.size))."
        : "The destination has a file with this name\(size.map { ", \(ByteFormatting.size($0))" } ?? ""). "
          + "Your file is \(ByteFormatting.size(upload.size))."
    case .duplicates(let uploads):
      let names = uploads.prefix(5).map(\.name).joined(separator: ", ")
      return "\(names)\(uploads.count > 5 ? " and \(counted(uploads.count - 5, "other"))" : "")"
    }
  }

  var answers: [Message<UploadReactor.Action>.Answer] {
    switch question {
    case .cancel(let upload):
      [
        .cancel("Continue", key: "n"),
        .init("Keep part", key: "k", sends: .cancelNow(upload.id, discard: false)),
        .init("Discard", key: "d", isDestructive: true, sends: .cancelNow(upload.id, discard: true)),
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
    case .duplicate(let upload, _, let others):
      resolutions(of: [upload.id])
        + (others > 0 ? [.init("Apply to all \(others + 1)", key: "a", sends: .openAllDuplicates)] : [])
    case .duplicates(let uploads): resolutions(of: uploads.map(\.id))
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
