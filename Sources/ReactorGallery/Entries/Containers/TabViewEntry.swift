import ReactorTerminal

extension GalleryEntry {
  static let tabView = GalleryEntry(
    .containers, "TabView", "Several views, one of which is shown below a row of tabs.",
    states: [
      GalleryState("Focused", isFocused: true) {
        let tabs = TabView()
        tabs.add("Cars", ScrollText([[Span("기아 니로 EV")], [Span("Volvo EX30")]]))
        tabs.add("Uploads", Label("No uploads")).badge = "3"
        tabs.add("설정", Label("Settings"))
        return tabs
      },
      GalleryState("Second tab") {
        let tabs = TabView()
        tabs.add("Cars", Label("The list"))
        tabs.add("Uploads", Label("No uploads"))
        tabs.selectedIndex = 1
        return tabs
      },
      GalleryState("Many tabs", isFocused: true) {
        let tabs = TabView()
        for number in 1...20 { tabs.add("Tab \(number)", Label("Page \(number)")) }
        tabs.selectedIndex = 11
        return tabs
      },
    ])
}
