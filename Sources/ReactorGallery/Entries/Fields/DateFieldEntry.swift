import ReactorTerminal

extension GalleryEntry {
  static let dateField = GalleryEntry(
    .fields, "DateField", "A field for a date, with a calendar.",
    states: [
      GalleryState("Focused", isFocused: true) { DateField(title: "Due", date: .sample, today: .sample) },
      GalleryState("Unfocused") { DateField(title: "Due", date: .sample, today: .sample) },
      GalleryState("Empty") { DateField(title: "Due", today: .sample) },
    ])
}

extension CalendarDate {
  fileprivate static let sample = CalendarDate(year: 2026, month: 3, day: 14) ?? .min
}
