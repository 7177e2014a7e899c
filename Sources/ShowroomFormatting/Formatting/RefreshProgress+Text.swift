import ReactorTerminalCore
import ShowroomCatalog
import ShowroomText

extension RefreshProgress {
  /// The current phase: `Reading 12,400 cars`.
  package var action: String {
    switch phase {
    case .connecting: "Connecting"
    case .downloading: "Downloading"
    case .importing: cars == 0 ? "Reading cars" : "Reading \(counted(cars, "car"))"
    case .removing: "Removing \(counted(totalCars ?? cars, "old car"))"
    }
  }

  /// The progress in a few words: `Downloading 45%`, `Reading 12,400 cars 45%`.
  package var summary: String {
    if let fraction { return "\(action) \(Int(fraction * 100))%" }
    return completedBytes > 0 ? "\(action) \(ByteFormatting.size(completedBytes))" : action
  }

  /// Returns the text of the progress bar: `Reading 12,400 cars · 0.94/2.10 MB · 1.20 MB/s · 1 s left`.
  package func details(isASCII: Bool = false) -> String {
    var parts = [action]
    if let totalBytes, totalBytes > 0 {
      parts.append(ByteFormatting.part(completedBytes, of: totalBytes))
    } else if completedBytes > 0 {
      parts.append(ByteFormatting.size(completedBytes))
    }
    if let rate { parts.append(ByteFormatting.rate(rate)) }
    if let timeLeft { parts.append(ByteFormatting.time(timeLeft) + " left") }
    return parts.joined(separator: .partSeparator(isASCII: isASCII))
  }
}

extension RefreshOutcome {
  package var isDeclined: Bool {
    if case .declined = self { true } else { false }
  }

  /// Whether any cars are new, changed or gone.
  package var hasChanges: Bool {
    if case .applied(let counts) = self { counts.added + counts.changed + counts.removed > 0 } else { false }
  }

  /// The outcome on one line: `3,806 new, 29 changed, 3 gone (2 withdrawn), 45,739 repriced`.
  package var summary: String {
    let counts: RefreshCounts
    switch self {
    case .notModified: return "Up to date"
    case .declined: return "No changes were made"
    case .applied(let applied): counts = applied
    }
    let withdrawn = counts.withdrawn > 0 ? " (\(grouped(counts.withdrawn)) withdrawn)" : ""
    let parts = [
      (counts.added, "new"), (counts.changed, "changed"), (counts.removed, "gone\(withdrawn)"),
      (counts.repriced, "repriced"),
    ].filter { $0.0 > 0 }.map { "\(grouped($0.0)) \($0.1)" }
    return parts.isEmpty ? "No changes" : parts.joined(separator: ", ")
  }
}
