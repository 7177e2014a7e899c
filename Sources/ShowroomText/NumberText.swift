import ReactorTerminalCore

/// Formats a number with at most three decimals and grouped thousands: `1,234.5`.
package func decimal(_ value: Double, digits: Int) -> String {
  let scale = [1, 10, 100, 1000][min(max(digits, 0), 3)]
  let scaled = (value.magnitude * Double(scale)).rounded()
  // Larger values are unrealistic, but the conversion must not trap.
  guard value.isFinite, scaled < 1e15 else { return String(value) }
  let whole = Int(scaled) / scale
  let sign = value < 0 && scaled > 0 ? "-" : ""
  guard scale > 1 else { return sign + grouped(whole) }
  let fraction = String(Int(scaled) % scale + scale).dropFirst()
  return "\(sign)\(grouped(whole)).\(fraction)"
}

/// Formats a count with its noun: `1 file`, `12 files`.
package func counted(_ number: Int, _ noun: String) -> String {
  "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
}
