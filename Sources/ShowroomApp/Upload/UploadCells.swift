import ReactorTerminal
import Uploads

/// What the cells of the queue say.
struct UploadCells {
  /// Whether only ASCII is drawn.
  var isASCII: Bool

  /// Cells of a bar.
  private static let barWidth = 8

  /// The columns, from left to right. Where there is too little room the bar goes first, then the rate, the time and the
  /// sizes: the name, the state and the percentage say the most.
  @MainActor var columns: [TableColumn<UploadItem>] {
    [
      TableColumn(
        id: "name", title: "File", width: .flexible(min: 12, ideal: 18, weight: 3), priority: 100, truncation: .middle
      ) { TableCell($0.name) },
      TableColumn(id: "size", title: "Size", width: .fixed(12), alignment: .trailing, priority: 60) {
        TableCell(size(of: $0))
      },
      TableColumn(id: "bar", title: "", width: .fixed(Self.barWidth), priority: 30) {
        TableCell(bar(of: $0), role: .barFilled)
      },
      TableColumn(id: "percent", title: "", width: .fixed(4), alignment: .trailing, priority: 90) {
        TableCell(percent(of: $0))
      },
      TableColumn(id: "rate", title: "Rate", width: .fixed(9), alignment: .trailing, priority: 40) {
        TableCell($0.rate.map(ByteFormatting.rate) ?? "")
      },
      TableColumn(id: "left", title: "Left", width: .fixed(6), alignment: .trailing, priority: 50) {
        TableCell($0.timeLeft.map(ByteFormatting.time) ?? "")
      },
      TableColumn(id: "state", title: "State", width: .flexible(min: 11, ideal: 11, weight: 1), priority: 95) {
        TableCell($0.stateText(isASCII: isASCII), role: $0.stateRole)
      },
    ]
  }

  /// What is confirmed of what, while there is a difference.
  private func size(of item: UploadItem) -> String {
    item.confirmed > 0 && item.confirmed < item.size
      ? ByteFormatting.part(item.confirmed, of: item.size) : ByteFormatting.size(item.size)
  }

  /// Nothing before something is on its way, so that a bar means that something moves, or stopped there.
  private func percent(of item: UploadItem) -> String {
    item.hasProgress ? "\(ByteFormatting.percent(item.progress, of: item.size))%" : ""
  }

  private func bar(of item: UploadItem) -> String {
    guard item.hasProgress else { return "" }
    let glyphs: Theme.Glyphs = isASCII ? .ascii : .unicode
    let steps = glyphs.barEighths.count
    let share = item.size > 0 ? Double(item.progress) / Double(item.size) : 1
    var filled = Int((min(max(0, share), 1) * Double(Self.barWidth * steps)).rounded(.down))
    // Something is never nothing.
    if item.progress > 0 { filled = max(1, filled) }
    let whole = filled / steps
    var text = String(repeating: String(glyphs.barEighths[steps - 1]), count: whole)
    if filled % steps > 0 { text.append(glyphs.barEighths[filled % steps - 1]) }
    return text + String(repeating: String(glyphs.barEmpty), count: max(0, Self.barWidth - text.count))
  }
}

extension UploadItem {
  /// Bytes that a bar shows: what is on its way counts, but until it has ended not all of it.
  var progress: Int64 {
    switch state {
    case .done: size
    case .hashing(let bytes): bytes
    case .verifying: max(0, size - 1)
    case .sending: min(max(sent, confirmed), max(0, size - 1))
    default: confirmed
    }
  }

  /// Whether there is something to show of it.
  var hasProgress: Bool {
    switch state {
    case .hashing, .sending, .verifying, .done: true
    default: confirmed > 0
    }
  }

  /// The state in a word or two; of a failure, why.
  func stateText(isASCII: Bool) -> String {
    let glyphs: Theme.Glyphs = isASCII ? .ascii : .unicode
    switch state {
    case .waiting: return "waiting"
    case .interrupted: return "interrupted"
    case .hashing: return "hashing"
    case .sending: return "sending"
    case .verifying: return "verifying"
    case .retrying(_, _, let seconds): return "retry \(ByteFormatting.time(seconds))"
    case .done: return "\(glyphs.tick) done"
    case .failed(let failure): return "\(glyphs.failure) \(failure.cause.word)"
    case .cancelled: return "cancelled"
    case .elsewhere: return "elsewhere"
    }
  }

  var stateRole: Role? {
    switch state {
    case .done: .success
    case .failed: .error
    case .retrying, .interrupted: .warning
    case .waiting, .cancelled, .elsewhere: .secondary
    case .hashing, .sending, .verifying: nil
    }
  }

  /// What happens to it, in a sentence.
  var sentence: String {
    switch state {
    case .waiting: "It waits for its turn."
    case .interrupted: "It was interrupted by the end of the program: r goes on with it, x gives it up."
    case .hashing: "Its checksum is being worked out."
    case .sending: "\(ByteFormatting.part(confirmed, of: size)) confirmed."
    case .verifying: "All of it is there and is being checked."
    case .retrying(let failure, let attempt, let seconds):
      "Attempt \(attempt + 1) in \(ByteFormatting.time(seconds)): \(failure.withStatus)"
    case .done: "It is there."
    case .failed(let failure): failure.withStatus
    case .cancelled: confirmed > 0 ? "Cancelled; r goes on with it." : "Cancelled; r sends it after all."
    case .elsewhere: "Another running program is sending it."
    }
  }
}

extension UploadFailure.Cause {
  /// The cause in a word or two.
  var word: String {
    switch self {
    case .cancelled: "cancelled"
    case .source: "file"
    case .duplicate: "exists"
    case .unauthorised: "sign in"
    case .forbidden: "refused"
    case .noSpace: "no space"
    case .checkpointGone: "expired"
    case .corrupted: "corrupted"
    case .unavailable: "no answer"
    case .protocol: "bad answer"
    case .insecure: "insecure"
    case .store: "database"
    }
  }
}
