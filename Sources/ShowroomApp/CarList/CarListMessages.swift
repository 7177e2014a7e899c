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
  /// How far it is, in a few words: `Downloading 45%`, `Reading 12,400 cars 30%`.
  var summary: String {
    let percent = fraction.map { " \(Int($0 * 100))%" }
    return switch phase {
    case .connecting: "Connecting"
    case .downloading: "Downloading" + (percent ?? " \(ByteFormatting.size(completedBytes))")
    case .importing: "Reading \(counted(cars, "car"))" + (percent ?? "")
    }
  }

  /// What stands behind a bar that shows how far it is: `Downloading, 1.20/2.40 MB, 410 kB/s, 3 s left`.
  var details: String {
    var parts: [String] = []
    switch phase {
    case .connecting: parts = ["Connecting"]
    case .downloading:
      parts.append("Downloading")
      parts.append(
        totalBytes.map { ByteFormatting.part(completedBytes, of: $0) } ?? ByteFormatting.size(completedBytes))
      if let rate { parts.append(ByteFormatting.rate(rate)) }
    case .importing: parts = ["Reading \(counted(cars, "car"))"]
    }
    if let timeLeft { parts.append(ByteFormatting.time(timeLeft) + " left") }
    return parts.joined(separator: ", ")
  }

  /// Whether it lasts long enough for a bar.
  var deservesBar: Bool { rate != nil }
}
