import ReactorCore
import ReactorTerminal

/// The line in which a path is typed; over it, names that it can go on with, or what is the matter with it.
final class PathBar: View {
  /// The names of its commands, as a configuration file knows them.
  enum Name {
    static let use = "path.use"
    static let complete = "path.complete"
    static let close = "path.close"
  }

  /// Where the path is typed.
  let field = TextField(placeholder: "path of a folder or of files: ~, quotes and Tab work", prefix: "Path: ")
  private let remark = Label(role: .secondary)

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

  override init() {
    super.init()
    addSubview(remark)
    addSubview(field)
    let section = "Path"
    keys(.enter, id: Name.use, title: "Go there", section: section).bind { [used, field] in used.send(field.text) }
    keys(.tab, id: Name.complete, title: "Complete", section: section).bind { [completing, field] in
      completing.send(field.text)
    }
    keys(.escape, id: Name.close, title: "Cancel", section: section).bind { [closed] in closed.send(()) }
  }

  /// Lines that it needs.
  var height: Int { remark.text.isEmpty ? 1 : 2 }

  private func answerChanged() {
    if let text = answer?.text { field.text = text }
    remark.role = answer?.problem == nil ? .secondary : .warning
    remark.text = answer?.problem ?? answer?.suggestions.joined(separator: "  ") ?? ""
    setNeedsLayout()
    superview?.setNeedsLayout()
  }

  /// The field is the last line.
  override func layoutSubviews() {
    let remarkLines = remark.text.isEmpty ? 0 : min(1, bounds.height - 1)
    remark.isHidden = remarkLines == 0
    remark.frame = Rect(x: 1, y: 0, width: max(0, bounds.width - 2), height: remarkLines)
    field.frame = Rect(x: 0, y: bounds.height - 1, width: bounds.width, height: min(1, bounds.height))
  }
}
