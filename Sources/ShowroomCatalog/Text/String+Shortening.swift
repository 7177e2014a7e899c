extension String {
  /// Returns the text, or its beginning and an ellipsis, so that text from outside cannot make a message too long.
  func shortened(to limit: Int) -> String {
    count <= limit ? self : prefix(limit - 1) + "…"
  }

  /// The text with its first letter capitalized.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
