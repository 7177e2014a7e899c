import ReactorTerminal

/// Formats a count with its noun: `1 file`, `12 files`.
package func counted(_ number: Int, _ noun: String) -> String {
  "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
}
