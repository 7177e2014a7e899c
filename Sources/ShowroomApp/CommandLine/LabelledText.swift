import ReactorTerminal

/// Lines of a label and a text, the texts under one another, made harmless for any terminal.
struct LabelledText {
  let text: String

  /// - Parameter indentation: the spaces before each label.
  init(_ lines: [(label: String, text: String)], indentation: Int = 0) {
    let width = lines.map { displayWidth(of: $0.label) }.max() ?? 0
    let margin = String(repeating: " ", count: indentation)
    text = lines.map { label, text in
      let padding = String(repeating: " ", count: width - displayWidth(of: label) + 2)
      let continuation = "\n" + margin + String(repeating: " ", count: width + 2)
      let shown = neutralised(text).split(separator: "\n", omittingEmptySubsequences: false).joined(
        separator: continuation)
      return "\(margin)\(label)\(padding)\(shown)\n"
    }.joined()
  }
}
