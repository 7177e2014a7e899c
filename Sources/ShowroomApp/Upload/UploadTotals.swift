import ReactorTerminal
import Uploads

/// How far all of some uploads are together.
struct UploadTotals: Hashable {
  /// How many are to be done, those that are done included.
  let count: Int
  /// How many are done.
  let done: Int
  /// How many wait for a person.
  let stuck: Int
  /// Their bytes, and those that are confirmed.
  let size: Int64, confirmed: Int64
  /// Bytes a second, and seconds left.
  let rate: Double?, timeLeft: Double?
  let isPaused: Bool

  /// Of `items` of a queue. What a person gave up, or another program has, does not count.
  init(_ items: [UploadItem], in snapshot: UploadSnapshot) {
    let counted = items.filter { $0.state != .cancelled && $0.situation != .elsewhere }
    count = counted.count
    done = counted.count { $0.state == .done }
    stuck = counted.count { $0.situation == .stuck }
    size = counted.reduce(0) { $0 + $1.size }
    confirmed = counted.reduce(0) { $0 + ($1.state == .done ? $1.size : min($1.confirmed, $1.size)) }
    // The queue reckons over all of it: with some of it shown, its rate would be another's.
    let isAll = items.count == snapshot.items.count
    rate = isAll ? snapshot.rate : Self.sum(items.map(\.rate))
    timeLeft = isAll ? snapshot.timeLeft : Self.timeLeft(counted)
    isPaused = snapshot.isPaused
  }

  private static func sum(_ rates: [Double?]) -> Double? {
    let known = rates.compactMap(\.self)
    return known.isEmpty ? nil : known.reduce(0, +)
  }

  private static func timeLeft(_ items: [UploadItem]) -> Double? {
    guard let rate = sum(items.map(\.rate)), rate > 0 else { return nil }
    let left = items.reduce(0) { $0 + ($1.isUnderWay ? max(0, $1.size - max($1.sent, $1.confirmed)) : 0) }
    return Double(left) / rate
  }

  /// How much is confirmed, 0...1.
  var fraction: Double { size > 0 ? Double(confirmed) / Double(size) : count > 0 && done == count ? 1 : 0 }

  /// `3/12 files, 12.4/96.0 MB, 1.20 MB/s, 1:05 left`
  func text(isASCII: Bool) -> String {
    var parts = ["\(grouped(done))/\(counted(count, "file"))", ByteFormatting.part(confirmed, of: size)]
    if isPaused { parts.append("paused") }
    if let rate { parts.append(ByteFormatting.rate(rate)) }
    if let timeLeft { parts.append(ByteFormatting.time(timeLeft) + " left") }
    return parts.joined(separator: isASCII ? " | " : " · ")
  }
}
