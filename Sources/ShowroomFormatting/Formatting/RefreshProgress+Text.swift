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

  /// Whether any cars are new, changed or gone, compared with the same catalog.
  package var hasChanges: Bool {
    guard case .applied(let counts) = self else { return false }
    return !counts.isReplacement && counts.added + counts.changed + counts.removed > 0
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

extension RefreshLoss {
  /// The number of cars that the refresh would delete.
  private var deleted: Int { removed - kept }

  /// The action that requires approval: `remove 70 of 649 cars`.
  package var action: String {
    switch (deleted, removed) {
    case (_, 0): "replace \(counted(reassigned, "car")) with \(reassigned == 1 ? "another" : "others")"
    case (1, 1) where cars == 1: "remove the only car"
    case (0, 1) where cars == 1: "withdraw the only car"
    case (0, _): "withdraw \(grouped(kept)) of \(counted(cars, "car"))"
    default: "remove \(grouped(deleted)) of \(counted(cars, "car"))"
    }
  }

  /// Returns the reason for the action, and its effect on cars with user data.
  package func message(source: String) -> String {
    [removed > 0 ? removal(source) : nil, reassigned > 0 ? reassignment(source) : nil].compactMap(\.self)
      .joined(separator: " ")
  }

  /// Returns the part of the message about cars with user data whose IDs belong to other cars.
  private func reassignment(_ source: String) -> String {
    reassigned == 1
      ? "\(source) has another car under the ID of one of yours, which is a favorite or has a note, a price or files. "
        + "What you have added would then belong to the other car."
      : "\(source) has other cars under the IDs of \(grouped(reassigned)) of yours, which are favorites or have "
        + "notes, prices or files. What you have added would then belong to the other cars."
  }

  /// Returns the part of the message about cars that the source lacks.
  private func removal(_ source: String) -> String {
    let note =
      switch (deleted, kept) {
      case (_, 0): ""
      case (0, 1): " It is a favorite or has a note, a price or files, so it would be kept and marked as withdrawn."
      case (0, _):
        " They are favorites or have notes, prices or files, so they would be kept and marked as withdrawn."
      case (_, 1):
        " It also lacks a car that is a favorite or has a note, a price or files, which would be kept and marked as "
          + "withdrawn."
      default:
        " It also lacks \(grouped(kept)) that are favorites or have notes, prices or files, which would be kept and "
          + "marked as withdrawn."
      }
    let cars = (deleted > 0 ? deleted : kept) == 1 ? "it" : "them"
    let lack = isOlder ? "seems to be older than the catalog and does not list" : "no longer lists"
    return "\(source) \(lack) \(cars).\(note)"
  }
}
