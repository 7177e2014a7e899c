import ReactorTerminal
import ShowroomCatalog

extension RefreshOutcome {
  package var isDeclined: Bool {
    if case .declined = self { true } else { false }
  }

  /// The outcome in one line: `3,806 added, 29 changed, 1 removed, 2 withdrawn, 45,739 repriced`.
  package var summary: String {
    let counts: RefreshCounts
    switch self {
    case .notModified: return "Up to date"
    case .declined: return "No changes were made"
    case .applied(let applied): counts = applied
    }
    let parts = [
      (counts.added, "added"), (counts.changed, "changed"), (counts.deleted, "removed"),
      (counts.withdrawn, "withdrawn"), (counts.repriced, "repriced"),
    ].filter { $0.0 > 0 }.map { "\(grouped($0.0)) \($0.1)" }
    return parts.isEmpty ? "No changes" : parts.joined(separator: ", ")
  }
}
