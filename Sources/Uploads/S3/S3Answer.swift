extension XMLElement {
  /// The text of the first element of that name inside, without white space around it.
  func value(_ name: String) -> String? { first(name)?.text.trimmingWhitespace() }

  /// The whole number that the first element of that name inside holds.
  func number(_ name: String) -> Int64? { value(name).flatMap { Int64($0) } }
}
