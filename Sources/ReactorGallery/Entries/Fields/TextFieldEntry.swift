import ReactorTerminal

extension GalleryEntry {
  static let textField = GalleryEntry(
    .fields, "TextField", "A field for a line of text.",
    states: [
      GalleryState("Focused", isFocused: true) { TextField("Kia Niro EV") },
      GalleryState("Unfocused") { TextField("Kia Niro EV") },
      GalleryState("Placeholder") { TextField(placeholder: "Name of the car") },
      GalleryState("Prefix", isFocused: true) { TextField("electric", prefix: "/") },
      GalleryState("Secret", isFocused: true) {
        let field = TextField("password")
        field.isSecret = true
        return field
      },
      GalleryState("Too long", isFocused: true) {
        TextField("이 필드에는 필드보다 긴 텍스트가 들어 있으며 커서가 있는 끝부분이 보입니다 🚗 and the end is visible")
      },
    ])
}
