import ReactorTerminal

extension GalleryEntry {
  static let label = GalleryEntry(
    .content, "Label", "Text on one line or several, in one style or several.",
    states: [
      GalleryState("Styles") {
        let stack = StackView(.vertical)
        stack.add(Label("Ordinary text"))
        stack.add(Label("Less important", role: .secondary))
        stack.add(Label("A success", role: .success))
        stack.add(Label("A failure", role: .error))
        stack.add(Label([Span("One line ", .title), Span("of several "), Span("styles", .accent)]))
        return stack
      },
      GalleryState("Alignment") {
        let stack = StackView(.vertical)
        stack.add(Label("Leading"))
        stack.add(Label("Center", alignment: .center))
        stack.add(Label("Trailing", alignment: .trailing))
        return stack
      },
      GalleryState("Too long") {
        Label("기아 니로 EV, a car with a name that is longer than the line that it has to fit in")
      },
      GalleryState("Wrapped") {
        Label(
          "기아 니로 EV 🚗 is a car with a name so long that it takes more than one line.\nA line break begins a new line.",
          wraps: true)
      },
    ])
}
