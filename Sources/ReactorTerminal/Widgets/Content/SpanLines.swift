/// Functions that break spans into lines and keep their roles.
enum SpanLines {
  /// Returns the lines of the text, broken only at line breaks.
  static func split(_ spans: [Span]) -> [[Span]] {
    var lines: [[Span]] = [[]]
    for span in spans {
      let parts = span.text.split(omittingEmptySubsequences: false, whereSeparator: \.isLineBreak)
      for (index, part) in parts.enumerated() {
        if index > 0 { lines.append([]) }
        if !part.isEmpty { lines[lines.count - 1].append(Span(String(part), span.role)) }
      }
    }
    return spans.isEmpty ? [] : lines
  }

  /// Returns lines of at most `width` columns, broken in the same places as by `wrapped(_:width:)`.
  static func wrapped(_ spans: [Span], width: Int) -> [[Span]] {
    split(spans).flatMap { line -> [[Span]] in
      if line.count <= 1 {
        return ReactorTerminal.wrapped(line.first?.text ?? "", width: width).map { text in
          text.isEmpty ? [] : [Span(text, line.first?.role)]
        }
      }
      return distribute(line, over: ReactorTerminal.wrapped(line.map(\.text).joined(), width: width))
    }
  }

  /// Returns the spans of each wrapped line. Wrapping removes only spaces, and only between lines.
  private static func distribute(_ spans: [Span], over lines: [String]) -> [[Span]] {
    var characters = spans.flatMap { span in span.text.map { ($0, span.role) } }[...]
    return lines.map { text in
      var line: [Span] = []
      if let first = text.first {
        while let next = characters.first, next.0 == " ", first != " " { characters.removeFirst() }
      }
      for _ in text {
        guard let (character, role) = characters.popFirst() else { break }
        if line.last?.role == role, !line.isEmpty {
          line[line.count - 1].text.append(character)
        } else {
          line.append(Span(String(character), role))
        }
      }
      return line
    }
  }
}
