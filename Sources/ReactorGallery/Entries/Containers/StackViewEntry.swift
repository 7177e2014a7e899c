import ReactorTerminal

extension GalleryEntry {
  static let stackView = GalleryEntry(
    .containers, "StackView", "Views in a row or a column.",
    states: [
      GalleryState("Column") {
        let stack = StackView(.vertical)
        stack.add(BoxView("Fixed", Label("First")), .fixed(3))
        stack.add(BoxView("The rest", Label("Second")), .share(minimum: 3))
        stack.add(Label("As tall as its text", role: .accent))
        return stack
      },
      GalleryState("Row") {
        let stack = StackView(.horizontal, spacing: 1)
        stack.add(BoxView("Fixed", Label("기아")), .fixed(11))
        stack.add(BoxView("Two parts", Label("Second")), .share(2))
        stack.add(BoxView("One", Label("Third")), .share(1))
        return stack
      },
      GalleryState("Alignment") {
        let stack = StackView(.vertical)
        stack.add(ButtonView("Leading"), alignment: .leading)
        stack.add(ButtonView("Center"), alignment: .center)
        stack.add(ButtonView("Trailing"), alignment: .trailing)
        stack.add(Label("Edge to edge", role: .header), alignment: .fill)
        return stack
      },
    ])
}
