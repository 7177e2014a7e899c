import ReactorTerminal

extension GalleryEntry {
  static let buttonView = GalleryEntry(
    .dialogs, "ButtonView", "A button that is pressed with Enter, the space bar, or a click.",
    states: [
      GalleryState("Focused", isFocused: true) { makeButtons() },
      GalleryState("Unfocused") { makeButtons() },
    ])
}

@MainActor
private func makeButtons() -> View {
  let stack = StackView(.horizontal, spacing: 2)
  stack.add(ButtonView("Save", key: "s"))
  stack.add(ButtonView("Cancel"))
  stack.add(ButtonView("취소"))
  return stack
}
