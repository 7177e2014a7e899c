import ReactorCore

/// A search field that shows problems with the query above it. Enter confirms the query. Esc clears it or, if it is
/// empty, ends the search.
///
/// ```swift
/// let bar = SearchBar(placeholder: "Search cars")
/// bind(bar.field, to: \.query) { .search($0) }
/// send(bar.ended) { .endSearch }
/// show(\.problems, in: bar, \.problems)
/// ```
public final class SearchBar: FieldBar {
  /// The commands of a search bar.
  nonisolated public static let commands = Commands<SearchBar>("Search") {
    Command("search.keep", .enter, title: "Done", help: "Leaves the field and keeps its text.") {
      $0.view.confirmed.send(())
    }
    Command(clear, .escape, title: "Clear", help: "Removes the text, or leaves the field if it is empty.") {
      $0.view.clear()
    }
    .titled { $0.view.field.clearTitle }
  }
  /// The command that clears the query or, if it is empty, ends the search.
  nonisolated public static let clear: CommandID = "search.clear"

  /// A relay that emits when the user confirms the query.
  public let confirmed = Relay<Void>()
  /// A relay that emits after Esc has cleared the query and the field has emitted the empty text.
  public let cleared = Relay<Void>()
  /// A relay that emits when the user presses Esc while the query is empty.
  public let ended = Relay<Void>()

  /// The problems with the query, as sentences, shown above the field.
  public var problems: [String] = [] {
    didSet {
      if problems != oldValue { setMessage(problems.joined(separator: " "), role: .warning, wraps: true) }
    }
  }

  /// Creates a search bar.
  ///
  /// - Parameter placeholder: The text shown while the field is empty.
  public init(placeholder: String) {
    super.init(TextField(placeholder: placeholder, prefix: "/"))
    Self.commands.install(in: self)
  }

  private func clear() {
    if field.clear() { cleared.send(()) } else { ended.send(()) }
  }
}
