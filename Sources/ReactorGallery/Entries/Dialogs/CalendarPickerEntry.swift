import ReactorTerminal

extension GalleryEntry {
  static let calendarPicker = GalleryEntry(
    .dialogs, "CalendarPicker", "A calendar in a dialog.",
    states: [
      GalleryState("Calendar", isFocused: true) {
        let date = CalendarDate(year: 2026, month: 3, day: 14) ?? .min
        return CalendarPicker(title: "Due", calendar: CalendarView(date: date, today: date.adding(days: -4)))
      }
    ])
}
