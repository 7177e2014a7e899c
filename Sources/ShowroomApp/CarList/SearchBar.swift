import Catalogue
import ReactorCore
import ReactorTerminal

/// The line in which cars are searched for, and next to it what could not be understood of what was typed.
final class SearchBar: View {
  /// The names of its commands, as a configuration file knows them.
  enum Name {
    static let keep = "search.keep"
    static let clear = "search.clear"
  }

  /// Where the search is typed.
  let field = TextField(placeholder: "words, or make:kia year>=2020 mpg>40 fuel:electric", prefix: "/")
  private let problem = Label(role: .warning)

  /// Told when what was typed is to be kept.
  let kept = Relay<Void>()
  /// Told when what was typed is to be taken back, or with nothing typed, searching is to end.
  let cleared = Relay<Void>()

  /// What could not be understood.
  var problems: [CarQuery.Problem] = [] {
    didSet {
      guard problems != oldValue else { return }
      problem.text = problems.first?.description ?? ""
      problem.isHidden = problems.isEmpty
      setNeedsLayout()
    }
  }

  override init() {
    super.init()
    problem.isHidden = true
    addSubview(field)
    addSubview(problem)
    let section = "Search"
    keys(.enter, id: Name.keep, title: "Keep", section: section).bind { [kept] in kept.send(()) }
    keys(.escape, id: Name.clear, title: "Clear", section: section).bind { [cleared] in cleared.send(()) }
  }

  /// The field needs what was typed and a little more; a problem gets the rest.
  override func layoutSubviews() {
    guard !problems.isEmpty else {
      field.frame = bounds
      return
    }
    let wanted = displayWidth(of: field.text) + 4
    let width = min(max(wanted, bounds.width / 4), bounds.width / 2)
    field.frame = Rect(x: 0, y: 0, width: width, height: bounds.height)
    problem.frame = Rect(x: width + 1, y: 0, width: max(0, bounds.width - width - 2), height: bounds.height)
  }
}
