import ReactorTerminalCore

/// Formats byte counts, rates and durations with three significant digits and decimal units.
package enum ByteFormatting {
  private static let units = ["B", "kB", "MB", "GB", "TB", "PB"]

  /// Formats a size: `0 B`, `999 B`, `12.4 MB`, `5.00 GB`.
  package static func size(_ bytes: Int64) -> String {
    let place = place(of: bytes)
    return "\(number(bytes, place)) \(units[place])"
  }

  /// Formats a part of a size, in the unit of the whole: `12.4/96.0 MB`.
  package static func part(_ bytes: Int64, of size: Int64) -> String {
    let place = place(of: size)
    return "\(number(bytes, place))/\(number(size, place)) \(units[place])"
  }

  /// Formats a rate in bytes per second: `1.20 MB/s`.
  package static func rate(_ bytes: Double) -> String {
    guard bytes.isFinite, bytes >= 0 else { return "" }
    return size(Int64(min(bytes, 1e17))) + "/s"
  }

  /// Formats remaining seconds, rounded up to at least one: `1 s`, `59 s`, `3:05`, `2 h 05`.
  package static func time(_ seconds: Double) -> String {
    guard seconds.isFinite else { return "" }
    let whole = max(1, Int(min(seconds, 359_999).rounded(.up)))
    if whole < 60 { return "\(whole) s" }
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    if whole < 3600 { return "\(whole / 60):\(two(whole % 60))" }
    return "\(whole / 3600) h \(two(whole % 3600 / 60))"
  }

  /// Returns the percentage of a size, rounded down, so that only a complete part is 100%. An empty size is complete.
  package static func percent(_ bytes: Int64, of size: Int64) -> Int {
    guard size > 0 else { return 100 }
    return Int(Double(min(max(0, bytes), size)) / Double(size) * 100)
  }

  /// Returns the index of the unit that leaves at most three digits before the decimal point after rounding.
  private static func place(of bytes: Int64) -> Int {
    var place = 0
    var value = Double(bytes.magnitude)
    while value >= 999.5, place < units.count - 1 {
      value /= 1000
      place += 1
    }
    return place
  }

  private static func number(_ bytes: Int64, _ place: Int) -> String {
    guard place > 0 else { return grouped(Int(bytes)) }
    var value = Double(bytes)
    for _ in 0..<place { value /= 1000 }
    return decimal(value, digits: value == 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2)
  }
}
