import ReactorCore

/// A dialog in which the user enters a line of text. Enter confirms, Esc cancels.
///
/// If the text is invalid, the dialog stays open and shows the reason until the text is edited:
///
/// ```swift
/// let prompt = PromptView(
///   title: "Copies", confirm: "Print", validate: { Int($0) == nil ? "Type a whole number." : nil })
/// ```
public final class PromptView: PanelView {
  /// The commands of the dialog. In the help sheet, the dialog's title is their heading.
  nonisolated public static let commands = Commands<PromptView>("Prompt") {
    Command(confirm, .enter, title: "Confirm", help: "Uses the text.") { $0.view.confirm() }
      .enabled { $0.view.field.text.contains { !$0.isWhitespace } }
    Command("prompt.close", .escape, title: "Cancel", help: "Closes the dialog without an answer.") {
      $0.view.dismiss()
    }
  }
  nonisolated private static let confirm: CommandID = "prompt.confirm"

  public override var title: String { heading }
  /// A relay that emits the text that the user confirmed, after the dialog is dismissed. The text does not consist only
  /// of whitespace.
  public let answered = Relay<String>()

  private static let maxWidth = 64
  private let heading: String
  private let field: TextField
  /// The reason why the text is invalid.
  private let note = Label(role: .error, wraps: true)
  private let validate: @MainActor (String) -> String?
  private let disposeBag = DisposeBag()

  /// Creates a prompt.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - text: The initial text.
  ///   - placeholder: The text shown while the field is empty.
  ///   - confirm: The name of the action, such as "Save".
  ///   - validate: A closure that returns a sentence describing what is wrong with the text, or `nil` if valid. It
  ///     is called when the user confirms.
  public init(
    title: String, text: String = "", placeholder: String = "", confirm: String,
    validate: @escaping @MainActor (String) -> String? = { _ in nil }
  ) {
    heading = title
    self.validate = validate
    field = TextField(text, placeholder: placeholder)
    super.init()
    addSubview(field)
    addSubview(note)
    Self.commands.install(in: self, section: title)
    command(Self.confirm)?.title = confirm
    field.changed.subscribe { [weak self] _ in self?.note.text = "" }.disposed(by: disposeBag)
  }

  public override var preferredFocus: View? { field }

  /// Returns the size of a line that is wide enough for most paths, and of the reason why the text is invalid.
  public override func contentSize(_ proposal: Size) -> Size {
    let width = min(Self.maxWidth, proposal.width)
    return Size(width: width, height: min(1 + noteHeight(width), proposal.height))
  }

  public override func layoutSubviews() {
    let area = contentRect
    field.frame = Rect(x: area.x, y: area.y, width: area.width, height: min(1, area.height))
    note.frame = Rect(x: area.x, y: area.y + 1, width: area.width, height: max(0, area.height - 1))
  }

  private func noteHeight(_ width: Int) -> Int {
    note.text.isEmpty ? 0 : note.sizeThatFits(Size(width: width, height: Sizing.limit)).height
  }

  private func confirm() {
    let text = field.text
    if let problem = validate(text) {
      let failure = (window?.capabilities.isASCII ?? false ? Theme.Glyphs.ascii : .unicode).failure
      note.text = "\(failure) \(problem)"
      return
    }
    dismiss { answered.send(text) }
  }
}
