import Catalogue
import ReactorTerminal

extension RefreshOutcome {
  var isDeclined: Bool {
    if case .declined = self { true } else { false }
  }

  /// What it came to, in a line: `3,806 new, 29 changed, 1 gone, 45,739 repriced`.
  var summary: String {
    let counts: RefreshCounts
    switch self {
    case .notModified: return "Up to date"
    case .declined: return "Nothing was changed"
    case .applied(let applied): counts = applied
    }
    let parts = [
      (counts.added, "new"), (counts.changed, "changed"), (counts.removed, "gone"), (counts.repriced, "repriced"),
    ].filter { $0.0 > 0 }.map { "\(grouped($0.0)) \($0.1)" }
    return parts.isEmpty ? "Nothing new" : parts.joined(separator: ", ")
  }
}
