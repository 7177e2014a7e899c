import ReactorTerminal

extension GalleryEntry {
  static let calendarView = GalleryEntry(
    .fields, "CalendarView", "A month in which the user selects a day.",
    states: [
      GalleryState("Focused", isFocused: true) { CalendarView(date: .sample, today: .sampleToday) },
      GalleryState("Unfocused") { CalendarView(date: .sample, today: .sampleToday) },
      GalleryState("Range", isFocused: true) {
        CalendarView(date: .sample, today: .sampleToday, range: .sampleToday...(.sample.adding(days: 7)))
      },
      GalleryState("Roles of days") {
        let calendar = CalendarView(date: .sample, firstWeekday: .sunday)
        calendar.dayRole = { $0.weekday == .sunday ? .error : $0.day % 5 == 0 ? .success : nil }
        return calendar
      },
      GalleryState("Labels") {
        let calendar = CalendarView(date: .sample)
        calendar.labels = CalendarLabels(weekdays: ["월", "화", "수", "목", "금", "토", "일"]) { "\($0)년 \($1)월" }
        return calendar
      },
    ])
}

extension CalendarDate {
  fileprivate static let sample = CalendarDate(year: 2026, month: 3, day: 14) ?? .min
  fileprivate static let sampleToday = sample.adding(days: -4)
}
