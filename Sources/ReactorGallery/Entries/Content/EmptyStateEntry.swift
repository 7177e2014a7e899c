import ReactorTerminal

extension GalleryEntry {
  static let emptyState = GalleryEntry(
    .content, "EmptyState", "An explanation in place of missing content.",
    states: [
      GalleryState("Empty") {
        EmptyState(
          .init(
            .empty, title: "No notes yet", explanation: "Notes that you write appear here.",
            hints: [.init("n", "New note")]))
      },
      GalleryState("No matches") {
        EmptyState(
          .init(
            .noMatches, title: "No car matches “기아 electric”", explanation: "The closest word is “전기”.",
            hints: [.init(.escape, "Clear the search"), .init("/", "Edit the search")]))
      },
      GalleryState("Failed") {
        EmptyState(
          .init(
            .failed, title: "The list could not be loaded",
            explanation: "The server did not respond within 30 seconds. Check the connection and try again.",
            hints: [.init("r", "Retry")]))
      },
      GalleryState("Loading") { EmptyState(.init(.loading, title: "Loading cars")) },
    ])
}
