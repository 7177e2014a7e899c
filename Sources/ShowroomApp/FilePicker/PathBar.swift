import ReactorCore
import ReactorTerminal

/// The line in which a path is typed; over it, names that it can go on with, or what is the matter with it.
final class PathBar: EntryBar {
  /// The names of its commands, as a configuration file knows them.
  enum Name {
    static let use = "path.use"
    static let complete = "path.complete"
    static let close = "path.close"
  }

  /// Told of the path when it is to be used.
  let used = Relay<String>()
  /// Told of the path when it is to be completed.
  let completing = Relay<String>()
  /// Told when no path is to be typed any more.
  let closed = Relay<Void>()

  /// What there is to say of the path.
  var answer: PathAnswer? {
    didSet { if answer != oldValue { answerChanged() } }
  }

  init() {
    super.init(TextField(placeholder: "path of a folder or of files: ~, quotes and Tab work", prefix: "Path: "))
    let section = "Path"
    keys(.enter, id: Name.use, title: "Go there", section: section).bind { [used, field] in used.send(field.text) }
    keys(.tab, id: Name.complete, title: "Complete", section: section).bind { [completing, field] in
      completing.send(field.text)
    }
    keys(.escape, id: Name.close, title: "Cancel", section: section).bind { [closed] in closed.send(()) }
  }

  private func answerChanged() {
    if let text = answer?.text { field.text = text }
    if let problem = answer?.problem {
      say(problem, role: .warning, wraps: true)
    } else {
      say(answer?.suggestions.joined(separator: "  ") ?? "", role: .secondary, wraps: false)
    }
  }
}
