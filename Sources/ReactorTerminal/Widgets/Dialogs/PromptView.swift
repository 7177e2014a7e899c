import ReactorCore

/// A dialog in which the user enters a line of text. Enter confirms, Esc cancels.
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
    Self.commands.install(in: self, section: title)
    command(Self.confirm)?.title = confirm
  }

  public override var preferredFocus: View? { field }

  /// Returns the size of a line that is wide enough for most paths.
  public override func contentSize(_ proposal: Size) -> Size {
    Size(width: min(Self.maxWidth, proposal.width), height: min(1, proposal.height))
  }

  public override func layoutSubviews() { field.frame = contentRect }

  private func confirm() {
    let text = field.text
    dismiss { answered.send(text) }
  }
}
