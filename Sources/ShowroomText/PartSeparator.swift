extension String {
  /// Returns the separator of the parts of a text on one line: ` · `, or ` | ` in ASCII.
  package static func partSeparator(isASCII: Bool) -> String { isASCII ? " | " : " · " }
}
