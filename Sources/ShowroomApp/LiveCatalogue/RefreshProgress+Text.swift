import Catalogue
import ReactorTerminal

extension RefreshProgress {
  /// What is being done: `Reading 12,400 cars`.
  var action: String {
    switch phase {
    case .connecting: "Connecting"
    case .downloading: "Downloading"
    case .importing: cars == 0 ? "Reading cars" : "Reading \(grouped(cars)) cars"
    case .removing: "Removing \(grouped(totalCars ?? cars)) old cars"
    }
  }

  /// How far it is, in a few words: `Downloading 45%`, `Reading 12,400 cars 45%`.
  var summary: String {
    if let fraction { return "\(action) \(Int(fraction * 100))%" }
    return completedBytes > 0 ? "\(action) \(ByteFormatting.size(completedBytes))" : action
  }

  /// What stands behind a bar: `Reading 12,400 cars · 0.94/2.10 MB · 1.20 MB/s · 1 s left`.
  func details(isASCII: Bool = false) -> String {
    var parts = [action]
    if let totalBytes, totalBytes > 0 {
      parts.append(ByteFormatting.part(completedBytes, of: totalBytes))
    } else if completedBytes > 0 {
      parts.append(ByteFormatting.size(completedBytes))
    }
    if let rate { parts.append(ByteFormatting.rate(rate)) }
    if let timeLeft { parts.append(ByteFormatting.time(timeLeft) + " left") }
    return parts.joined(separator: isASCII ? " | " : " · ")
  }
}
