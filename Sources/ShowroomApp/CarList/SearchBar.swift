import Catalogue
import ReactorCore
import ReactorTerminal

/// The line in which rows are searched for, and above it what could not be understood of what was typed.
final class SearchBar: EntryBar {
  /// The names of its commands, as a configuration file knows them.
  enum Name {
    static let keep = "search.keep"
    static let clear = "search.clear"
  }

  /// Told when what was typed is to be kept.
  let kept = Relay<Void>()
  /// Told when what was typed is to be taken back, or with nothing typed, searching is to end.
  let cleared = Relay<Void>()

  /// What could not be understood.
  var problems: [CarQuery.Problem] = [] {
    didSet {
      guard problems != oldValue else { return }
      say(problems.map(\.description).joined(separator: " "), role: .warning, wraps: true)
    }
  }

  init() {
    super.init(TextField(placeholder: "words, or make:kia year>=2020 mpg>40 fuel:electric", prefix: "/"))
    let section = "Search"
    keys(.enter, id: Name.keep, title: "Keep", section: section).bind { [kept] in kept.send(()) }
    keys(.escape, id: Name.clear, title: "Clear", section: section).bind { [cleared] in cleared.send(()) }
  }
}
