import ReactorTerminal

extension GalleryEntry {
  static let queryField = GalleryEntry(
    .fields, "QueryField", "A search field with completions, former queries and a message.",
    states: [
      GalleryState("Completions", isFocused: true) {
        let query = QueryField("electric make:k", placeholder: "Search cars", prefix: "/")
        query.completions = QueryCompletions(
          for: "electric make:k", replacing: 9..<15,
          candidates: [
            QueryCompletion("make:kia", detail: "861"), QueryCompletion("make:karma", detail: "12"),
            QueryCompletion("make:기아", detail: "7"),
          ])
        return query
      },
      GalleryState("Unfocused") { QueryField("electric make:kia", placeholder: "Search cars", prefix: "/") },
      GalleryState("Message", isFocused: true) {
        let query = QueryField("electric mpq>100", placeholder: "Search cars", prefix: "/")
        query.field.marks = [TextMark(9..<12, role: .error, isUnderlined: true)]
        query.message = [
          Span("mpq is not a field. Did you mean ", .warning), Span("mpg", .accent), Span("?", .warning),
        ]
        return query
      },
      GalleryState("Former queries", isFocused: true) {
        let query = QueryField(placeholder: "Search cars", prefix: "/")
        query.history = ["기아 전기", "suv mpg>100"]
        return query
      },
    ])
}
