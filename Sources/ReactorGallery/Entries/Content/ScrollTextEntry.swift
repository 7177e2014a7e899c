import ReactorTerminal

extension GalleryEntry {
  static let scrollText = GalleryEntry(
    .content, "ScrollText", "Lines of text that scroll, such as a help page.",
    states: [
      GalleryState("Scrolled", isFocused: true) { ScrollText.poem },
      GalleryState("Short text") { ScrollText([[Span("Title", .title)], [], [Span("All lines fit.")]]) },
      GalleryState("Wide lines") {
        ScrollText([[Span("한국어 텍스트가 줄의 너비보다 훨씬 더 길면 줄임표로 끝나고 나머지는 보이지 않습니다")]])
      },
    ])
}

extension ScrollText {
  fileprivate static var poem: ScrollText {
    ScrollText((1...40).map { [Span("\($0)".count < 2 ? " \($0)" : "\($0)", .secondary), Span("  A line of text")] })
  }
}
