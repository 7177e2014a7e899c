import ReactorCore

/// Lets a person choose one of a list: Enter chooses, Esc does not.
public final class PickerView: PanelView {
  /// Something to choose.
  public struct Choice: Sendable, Hashable, Identifiable {
    /// Its name in the program.
    public var id: String
    /// What it is called.
    public var title: String
    /// What stands at the right, fainter.
    public var detail: String
    /// What choosing it is called: the hint of Enter.
    public var verb: String

    /// A choice.
    public init(id: String, title: String, detail: String = "", verb: String = "Choose") {
      self.id = id
      self.title = title
      self.detail = detail
      self.verb = verb
    }
  }

  /// What it asks.
  public override var title: String { heading }
  /// Told of the chosen one's name, after the dialog is gone.
  public let chosen = Relay<String>()

  private let heading: String
  private let choices: [Choice]
  private let table: TableView<Choice>
  private let disposeBag = DisposeBag()

  /// A dialog that asks `title`, with `selected` chosen before.
  public init(title: String, choices: [Choice], selected: String? = nil) {
    heading = title
    self.choices = choices
    let widest = choices.map { displayWidth(of: $0.detail) }.max() ?? 0
    table = TableView(
      columns: [
        TableColumn(id: "title", title: "", width: .flexible(min: 8, ideal: 16)) { TableCell($0.title) },
        TableColumn(id: "detail", title: "", width: .fixed(widest), alignment: .trailing, priority: -1) {
          TableCell($0.detail, role: .secondary)
        },
      ], rows: TableRows(choices))
    super.init()
    table.showsHeader = false
    table.ground = .alert
    table.selectedID = selected
    table.selectionChanged.subscribe { [weak self] _ in self?.showVerb() }.disposed(by: disposeBag)
    showVerb()
    addSubview(table)
    keys(.escape, "q", id: "picker.close", title: "Cancel", section: title).bind { [weak self] in self?.dismiss() }
    table.itemSelected.subscribe { [weak self] id in
      self?.dismiss { self?.chosen.send(id) }
    }.disposed(by: disposeBag)
  }

  private func showVerb() {
    table.command("list.open")?.title = table.selectedRow?.verb ?? "Choose"
  }

  /// The list.
  public override var preferredFocus: View? { table }

  /// As wide as the widest title and the widest detail, as high as there are choices.
  public override func contentSize(_ proposal: Size) -> Size {
    let titles = choices.map { displayWidth(of: $0.title) }.max() ?? 0
    let details = choices.map { displayWidth(of: $0.detail) }.max() ?? 0
    return Size(width: min(max(20, titles + details + 8), proposal.width), height: min(choices.count, proposal.height))
  }

  /// The list fills the inside.
  public override func layoutSubviews() { table.frame = contentRect }
}
