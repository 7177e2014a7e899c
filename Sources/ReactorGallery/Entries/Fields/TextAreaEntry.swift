import ReactorTerminal

extension GalleryEntry {
  static let textArea = GalleryEntry(
    .fields, "TextArea", "A field for several lines of text.",
    states: [
      GalleryState("Focused", isFocused: true) {
        let stack = StackView(.vertical)
        stack.add(TextArea("Ordered the winter tires.\n기아 서비스 센터 🚗\n\nAsk about the warranty."), .fixed(5))
        return stack
      },
      GalleryState("Placeholder") {
        let stack = StackView(.vertical)
        stack.add(TextArea(placeholder: "Notes about the car"), .fixed(5))
        return stack
      },
      GalleryState("Scrolled", isFocused: true) {
        let stack = StackView(.vertical)
        stack.add(TextArea((1...20).map { "Line \($0)" }.joined(separator: "\n")), .fixed(5))
        return stack
      },
    ])
}
