import ShowroomFiles

/// A server's own message, prepared for display: a single line of plain text without control characters.
enum ServerMessage {
  /// Returns the text of a response: the title or else the first words of a page, or the beginning of other text.
  /// Returns `nil` if there is no readable text.
  static func text(of body: [UInt8], limit: Int = 200) -> String? {
    guard !body.contains(0) else { return nil }
    let text = String(decoding: body, as: UTF8.self)
    let trimmed = text.trimmingWhitespace()
    let words = trimmed.hasPrefix("<") ? page(trimmed) : trimmed
    let result = words.singleLine(limit: limit)
    return result.isEmpty ? nil : result
  }

  /// Returns the text between `<title>` and `</title>`, or else the text without tags, styles and scripts.
  private static func page(_ text: String) -> String {
    var title = ""
    var words = ""
    var element = ""
    var rest = text[...]
    while let open = rest.firstIndex(of: "<") {
      append(rest[..<open], in: element, title: &title, words: &words)
      guard let close = rest[open...].firstIndex(of: ">") else { break }
      element = rest[rest.index(after: open)..<close].prefix { !$0.isWhitespace }.lowercased()
      rest = rest[rest.index(after: close)...]
    }
    append(rest, in: element, title: &title, words: &words)
    return decoded(title.trimmingWhitespace().isEmpty ? words : title)
  }

  private static func append(_ text: Substring, in element: String, title: inout String, words: inout String) {
    switch element {
    case "style", "script": break
    case "title": title += text
    default: words += text + " "
    }
  }

  private static func decoded(_ text: String) -> String {
    guard text.contains("&") else { return text }
    let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&nbsp;", " "), ("&amp;", "&")]
    return entities.reduce(text) { text, entity in
      text.split(separator: entity.0, omittingEmptySubsequences: false).joined(separator: entity.1)
    }
  }
}

extension StringProtocol {
  func trimmingWhitespace() -> String {
    var text = self[...]
    while let first = text.first, first.isWhitespace { text.removeFirst() }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text)
  }
}
