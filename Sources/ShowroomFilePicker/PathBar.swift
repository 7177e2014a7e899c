import ReactorCore
import ReactorTerminal

/// A bar for typing a path, with suggestions or an error above it.
final class PathBar: FieldBar {
  nonisolated static let commands = Commands<PathBar>("Path") {
    Command("path.use", .enter, title: "Go to path", help: "Opens the folder, or selects the file.") {
      $0.view.used.send($0.view.field.text)
    }
    Command("path.complete", .tab, title: "Complete", help: "Completes the name.") {
      $0.view.completing.send($0.view.field.text)
    }
    Command("path.close", .escape, title: "Cancel", help: "Closes the field.") { $0.view.closed.send(()) }
  }

  /// A relay that emits the path when the user presses Enter.
  let used = Relay<String>()
  /// A relay that emits the path when the user presses Tab.
  let completing = Relay<String>()
  /// A relay that emits when the user closes the bar.
  let closed = Relay<Void>()

  /// The response to the typed path.
  var feedback: PathFeedback? {
    didSet { if feedback != oldValue { feedbackChanged() } }
  }

  init() {
    super.init(TextField(placeholder: "path of a folder or files; supports ~ and quotes", prefix: "Path: "))
    Self.commands.install(in: self)
  }

  private func feedbackChanged() {
    if let text = feedback?.text { field.text = text }
    if let problem = feedback?.problem {
      setMessage(problem, role: .warning, wraps: true)
    } else {
      setMessage(feedback?.suggestions.joined(separator: "  ") ?? "", role: .secondary, wraps: false)
    }
  }
}

/// The response to a typed path: a completion, suggestions, or an error.
package struct PathFeedback: Sendable, Hashable {
  /// The replacement of the typed text; `nil` to keep it.
  package var text: String?
  /// The names that can complete the path, if there are several.
  package var suggestions: [String]
  /// A message about the error, if any.
  package var problem: String?

  package init(text: String? = nil, suggestions: [String] = [], problem: String? = nil) {
    self.text = text
    self.suggestions = suggestions
    self.problem = problem
  }
}
