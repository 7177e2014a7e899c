/// Returns a number with its noun in the singular or plural: `1 byte`, `12000 bytes`.
package func quantity(_ number: some BinaryInteger, _ noun: String) -> String {
  "\(number) \(noun)\(number == 1 ? "" : "s")"
}
