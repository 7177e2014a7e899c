import ReactorTerminalCore

/// Quotes a search or a filter in an explanation, shortened so that the hints below it stay on screen: `"kia elec…"`.
package func quotedSearch(_ text: String, isASCII: Bool) -> String {
  "\"\(truncated(text, to: 40, ellipsis: (isASCII ? Theme.Glyphs.ascii : .unicode).ellipsis))\""
}

extension String {
  /// Returns the separator between the parts of a line: ` · `, or ` | ` in ASCII.
  package static func partSeparator(isASCII: Bool) -> String { isASCII ? " | " : " · " }
}
