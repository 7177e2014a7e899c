import ReactorTerminal

extension GalleryEntry {
  static let searchBar = GalleryEntry(
    .fields, "SearchBar", "A search field that explains what is wrong with the query.",
    states: [
      GalleryState("Problem", isFocused: true) {
        let bar = SearchBar(placeholder: "Search cars")
        bar.field.text = "kia mpg>"
        bar.problems = ["mpg> needs a number, for example mpg>30."]
        return bar
      },
      GalleryState("Empty") { SearchBar(placeholder: "Search cars") },
      GalleryState("Query", isFocused: true) {
        let bar = SearchBar(placeholder: "Search cars")
        bar.field.text = "기아 전기"
        return bar
      },
    ])
}
