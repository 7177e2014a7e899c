import ReactorTerminal

extension GalleryEntry {
  static let choiceField = GalleryEntry(
    .choices, "ChoiceField", "A field for one of several choices.",
    states: [
      GalleryState("Focused", isFocused: true) {
        ChoiceField(["Electricity", "Gasoline", "Diesel"], selectedIndex: 1)
      },
      GalleryState("Unfocused") { ChoiceField(["Electricity", "Gasoline", "Diesel"], selectedIndex: 1) },
      GalleryState("Wide titles") {
        ChoiceField(["전기 자동차와 수소 자동차를 포함한 모든 친환경 자동차 목록에서 선택한 항목", "휘발유"])
      },
    ])
}
