import ReactorCore

/// A search field, with the problems in the query shown above it. Enter confirms the query; Esc clears it or, if it is
/// empty, ends the search.
///
/// ```swift
/// let bar = SearchBar(placeholder: "Search cars")
/// bar.field.changed.map { .search($0) }.bind(to: reactor.action).disposed(by: disposeBag)
/// bar.ended.map { .endSearch }.bind(to: reactor.action).disposed(by: disposeBag)
/// reactor.state(\.problems).bind(to: bar, \.problems).disposed(by: disposeBag)
/// ```
public final class SearchBar: FieldBar {
  /// The commands of a search bar.
  public enum Commands: String, CommandSet, Sendable {
    /// Confirms the query.
    case keep = "search.keep"
    /// Clears the query or, if it is empty, ends the search.
    case clear = "search.clear"

    /// The heading in the help sheet.
    public static let section: String? = "Search"

    /// The command with its default keys and its title.
    public var binding: KeyBinding {
      switch self {
      case .keep: keys(.enter, title: "Keep", help: "Leaves the field and keeps its text.")
      case .clear: keys(.escape, title: "Clear", help: "Removes the text and leaves the field.")
      }
    }
  }

  /// Emits an element when the user confirms the query.
  public let confirmed = Relay<Void>()
  /// Emits an element after Esc has cleared the query, and the field has emitted the empty text.
  public let cleared = Relay<Void>()
  /// Emits an element when the user presses Esc while the query is empty.
  public let ended = Relay<Void>()

  /// The problems in the query, as sentences. They are shown above the field.
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
    addCommand(Commands.keep).bind { [confirmed] in confirmed.send(()) }
    addCommand(Commands.clear).bind { [weak self] in self?.clear() }
    field.textReplaced = { [weak self] in self?.updateHint() }
    updateHint()
  }

  private func clear() {
    if field.clear() { cleared.send(()) } else { ended.send(()) }
  }

  private func updateHint() { command(Commands.clear)?.title = field.clearTitle }
}
