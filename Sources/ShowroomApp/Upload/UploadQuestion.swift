import ReactorTerminal
import Uploads

/// A question about uploads as a dialog asks it. The answer that changes nothing has the keyboard.
@MainActor
struct UploadQuestion {
  let question: UploadReactor.Question

  init(_ question: UploadReactor.Question) {
    self.question = question
  }

  var title: String {
    switch question {
    case .cancel(let item): "Stop \(item.name)?"
    case .cancelAll(let count, _): "Stop \(counted(count, "upload"))?"
    case .duplicate(let item, _): "\(item.name) exists"
    }
  }

  var message: String {
    switch question {
    case .cancel(let item):
      "\(ByteFormatting.part(item.confirmed, of: item.size)) of it is at the destination. Keep that part, so that it can go "
        + "on from there, or discard it?"
    case .cancelAll(_, let haveParts):
      haveParts
        ? "Of some a part is at the destination. Keep the parts, so that they can go on from there, or discard them?"
        : "Nothing of them is at the destination yet."
    case .duplicate(let item, let size):
      size == item.size
        ? "The destination has a file of this name and of the same size, \(ByteFormatting.size(item.size))."
        : "The destination has a file of this name\(size.map { ", \(ByteFormatting.size($0))" } ?? ""). "
          + "Yours has \(ByteFormatting.size(item.size))."
    }
  }

  func buttons(_ send: @escaping @MainActor (UploadReactor.Action) -> Void) -> [AlertButton] {
    switch question {
    case .cancel(let item):
      return [
        AlertButton("Go on", key: "n", role: .cancel),
        AlertButton("Keep the part", key: "k") { send(.cancelNow(item.id, discard: false)) },
        AlertButton("Discard it", key: "d", role: .destructive) { send(.cancelNow(item.id, discard: true)) },
      ]
    case .cancelAll(_, true):
      return [
        AlertButton("Go on", key: "n", role: .cancel),
        AlertButton("Keep the parts", key: "k") { send(.cancelAllNow(discard: false)) },
        AlertButton("Discard them", key: "d", role: .destructive) { send(.cancelAllNow(discard: true)) },
      ]
    case .cancelAll(_, false):
      return [
        AlertButton("Go on", key: "n", role: .cancel),
        AlertButton("Stop all", key: "y", role: .destructive) { send(.cancelAllNow(discard: true)) },
      ]
    case .duplicate(let item, _):
      return [
        AlertButton("Later", role: .cancel),
        AlertButton("Skip", key: "s") { send(.answer(item.id, .skip)) },
        AlertButton("Keep both", key: "b") { send(.answer(item.id, .keepBoth)) },
        AlertButton("Replace", key: "r", role: .destructive) { send(.answer(item.id, .replace)) },
      ]
    }
  }
}
