import ReactorCore

/// Asks for a line of text: Enter takes it, Esc does not.
public final class PromptView: PanelView {
  /// What it asks.
  public override var title: String { heading }
  /// Told of the text, after the dialog is gone.
  public let answered = Relay<String>()

  private static let widest = 64
  private let heading: String
  private let field: TextField
  private let disposeBag = DisposeBag()

  /// A dialog that asks `title`.
  /// - Parameters:
  ///   - text: the answer that is proposed.
  ///   - confirm: what taking it is called: "Save".
  public init(title: String, text: String = "", placeholder: String = "", confirm: String) {
    heading = title
    field = TextField(text, placeholder: placeholder)
    super.init()
    addSubview(field)
    keys(.enter, id: "prompt.take", title: confirm, section: title).bind { [weak self] in self?.take() }
    keys(.escape, id: "prompt.close", title: "Cancel", section: title).bind { [weak self] in self?.dismiss() }
    field.changed.subscribe { [weak self] _ in self?.update() }.disposed(by: disposeBag)
    update()
  }

  /// What is typed goes into the line.
  public override var preferredFocus: View? { field }

  /// One line, as wide as paths need.
  public override func contentSize(_ proposal: Size) -> Size {
    Size(width: min(Self.widest, proposal.width), height: min(1, proposal.height))
  }

  /// The line fills the inside.
  public override func layoutSubviews() { field.frame = contentRect }

  /// Nothing is no answer.
  private func update() {
    command("prompt.take")?.isEnabled = field.text.contains { !$0.isWhitespace }
  }

  private func take() {
    let text = field.text
    dismiss { answered.send(text) }
  }
}
