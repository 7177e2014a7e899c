import Catalogue
import ReactorTerminal

extension RefreshOutcome {
  /// What it came to, in a line: `3,806 new, 29 changed, 1 gone, 45,739 repriced`.
  var summary: String {
    guard case .applied(let counts) = self else { return "Up to date" }
    let parts = [
      (counts.added, "new"), (counts.changed, "changed"), (counts.removed, "gone"), (counts.repriced, "repriced"),
    ].filter { $0.0 > 0 }.map { "\(grouped($0.0)) \($0.1)" }
    return parts.isEmpty ? "Nothing new" : parts.joined(separator: ", ")
  }
}

extension RefreshProgress {
  /// How far it is, in a few words: `Downloading 45%`, `Reading 12,400 cars`.
  var summary: String {
    let percent = fraction.map { " \(Int($0 * 100))%" }
    return switch phase {
    case .connecting: "Connecting"
    case .downloading: "Downloading" + (percent ?? " \(decimal(Double(completedBytes) / 1e6, digits: 1)) MB")
    case .importing: "Reading \(grouped(cars)) cars" + (percent ?? "")
    }
  }
}
