import ReactorTerminal

extension GalleryEntry {
  static let logView = GalleryEntry(
    .trees, "LogView", "Lines that are appended while the user reads.",
    states: [
      GalleryState("Following", isFocused: true) { makeLog() },
      GalleryState("Search", isFocused: true) {
        let log = makeLog()
        log.searchText = "upload"
        return log
      },
      GalleryState("Empty") {
        let log = LogView()
        log.placeholder = EmptyState(
          .init(.empty, title: "No messages", explanation: "Messages of the server appear here."))
        return log
      },
    ])
}

@MainActor
private func makeLog() -> LogView {
  let log = LogView()
  for second in 10..<50 {
    log.append([
      Span("12:00:\(second) ", .secondary),
      second % 10 == 9
        ? Span("The upload failed: 연결이 끊어졌습니다. The next attempt begins in 30 seconds.", .error)
        : Span("Upload of file \(second)"),
    ])
  }
  return log
}
