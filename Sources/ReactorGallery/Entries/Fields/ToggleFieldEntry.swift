import ReactorTerminal

extension GalleryEntry {
  static let toggleField = GalleryEntry(
    .fields, "ToggleField", "A checkbox.",
    states: [
      GalleryState("All states") {
        let stack = StackView(.vertical)
        stack.add(ToggleField("Notify me", isOn: true))
        stack.add(ToggleField("Share with 친구"))
        return stack
      },
      GalleryState("Focused", isFocused: true) { ToggleField("Notify me", isOn: true) },
      GalleryState("Too long") {
        ToggleField("Send a message as soon as a car of this manufacturer becomes available nearby")
      },
    ])
}
