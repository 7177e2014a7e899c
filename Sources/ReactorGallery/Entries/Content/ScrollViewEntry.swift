import ReactorTerminal

extension GalleryEntry {
  static let scrollView = GalleryEntry(
    .content, "ScrollView", "Content that scrolls because it is taller than its view.",
    states: [
      GalleryState("Text", isFocused: true) { ScrollView(ScrollView.paragraphs) },
      GalleryState("Fields", isFocused: true) { ScrollView(ScrollView.fields) },
      GalleryState("Everything fits") { ScrollView(Label("All of the content is visible.")) },
    ])
}

extension ScrollView {
  fileprivate static var paragraphs: View {
    let stack = StackView(.vertical, spacing: 1)
    for number in 1...12 {
      stack.add(Label("Paragraph \(number)", role: .title))
      stack.add(Label("The keys of lists, the wheel and the scrollbar move the text.", wraps: true))
    }
    return stack
  }

  fileprivate static var fields: View {
    let stack = StackView(.vertical, spacing: 1)
    for number in 1...12 { stack.add(TextField(placeholder: "Field \(number)")) }
    return stack
  }
}
