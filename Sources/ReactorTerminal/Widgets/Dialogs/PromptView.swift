import ReactorCore

/// A dialog in which the user enters a line of text. Enter confirms, Esc cancels.
public final class PromptView: PanelView {
  /// The commands of the dialog.
  public enum Commands: String, CommandSet, Sendable {
    /// Accepts the text.
    case confirm = "prompt.confirm"
    /// Closes the dialog without an answer.
    case close = "prompt.close"

    /// The heading in the generated documentation. In the help sheet it is the dialog's title.
    public static let section: String? = "Prompt"

    /// The command with its default keys and its title.
    public var binding: KeyBinding {
      switch self {
      case .confirm: keys(.enter, title: "Confirm", help: "Uses the text.")
      case .close: keys(.escape, title: "Cancel", help: "Closes the question without an answer.")
      }
    }
  }

  public override var title: String { heading }
  /// Emits the text that the user confirmed, after the dialog is dismissed. It contains more than whitespace.
  public let answered = Relay<String>()

  private static let maxWidth = 64
  private let heading: String
  private let field: TextField
  private let disposeBag = DisposeBag()

  /// Creates a prompt.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - text: The initial text.
  ///   - placeholder: The text shown while the field is empty.
  ///   - confirm: The name of the action, such as "Save".
  public init(title: String, text: String = "", placeholder: String = "", confirm: String) {
    heading = title
    field = TextField(text, placeholder: placeholder)
    super.init()
    addSubview(field)
    addCommand(Commands.confirm, title: confirm, section: title).bind { [weak self] in self?.confirm() }
    addCommand(Commands.close, section: title).bind { [weak self] in self?.dismiss() }
    field.changed.subscribe { [weak self] _ in self?.update() }.disposed(by: disposeBag)
    update()
  }

  public override var preferredFocus: View? { field }

  /// Returns the size of a line that is wide enough for most paths.
  public override func contentSize(_ proposal: Size) -> Size {
    Size(width: min(Self.maxWidth, proposal.width), height: min(1, proposal.height))
  }

  public override func layoutSubviews() { field.frame = contentRect }

  /// Disables the action while the text is blank.
  private func update() {
    command(Commands.confirm)?.isEnabled = field.text.contains { !$0.isWhitespace }
  }

  private func confirm() {
    let text = field.text
    dismiss { answered.send(text) }
  }
}
