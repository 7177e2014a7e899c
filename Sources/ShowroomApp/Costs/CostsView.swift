import ReactorCore
import ReactorTerminal
import ShowroomCatalog
import ShowroomFormatting

/// The dialog for the cost assumptions. The screen behind it follows every change.
final class CostsView: PanelView, ReactorBound {
  /// The commands of the dialog.
  nonisolated static let commands = Commands<CostsView>("Cost assumptions") {
    Command("costs.less", .left, "h", "-", title: "Less", help: "Decreases the selected value.") {
      $0.view.selected.map { .change($0, by: -1) }
    }
    Command("costs.more", .right, "l", "+", "=", title: "More", help: "Increases the selected value.") {
      $0.view.selected.map { .change($0, by: 1) }
    }
    Command("costs.reset", "r", .backspace, title: "Reset", help: "Restores the EPA's value.") {
      $0.view.selected.map { .reset($0) }
    }
    .enabled { state in state.view.selected.map { state.state.assumptions.own[$0] != nil } ?? false }
    Command("costs.resetAll", "R", title: "Reset all", help: "Restores all of the EPA's values.") { _ in .resetAll }
      .enabled { !$0.state.assumptions.own.isEmpty }
    Command("costs.close", .escape, "q", "$", title: "Close", help: "Closes the dialog. The values are saved.") {
      $0.view.dismiss()
    }
  }

  /// A factor with its value.
  struct Row: Sendable, Hashable, Identifiable {
    let factor: CostFactor
    let value: String
    /// The EPA's value, if the user has set a different one.
    let standard: String?

    var id: String { factor.id }
  }

  private let table = TableView<Row>(columns: [])
  /// The format of the values, which are shown in the units in which they are typed.
  private let formatting: CarFormatting

  /// Creates a dialog without a reactor.
  init(formatting: CarFormatting) {
    self.formatting = formatting.inUSUnits
    super.init()
    table.showsHeader = false
    table.background = .alert
    table.columns = [
      TableColumn(id: "title", title: "", width: .flexible(min: 10, ideal: 17)) { TableCell($0.factor.title) },
      TableColumn(id: "value", title: "", width: .fixed(11), alignment: .trailing) {
        TableCell($0.value, role: $0.standard == nil ? nil : .accent)
      },
      TableColumn(id: "standard", title: "", width: .fixed(15), priority: -1) {
        TableCell($0.standard.map { "EPA: \($0)" } ?? "EPA", role: .secondary)
      },
    ]
    table.rename(.open, "Edit", help: "Asks for the exact value.")
    addSubview(table)
  }

  override var title: String { "Cost assumptions" }
  override var preferredFocus: View? { table }

  override func contentSize(_ proposal: Size) -> Size {
    Size(width: min(52, proposal.width), height: min(CostFactor.all.count, proposal.height))
  }

  override func layoutSubviews() { table.frame = contentRect }

  /// Keeps the dialog until the values have been written, because that can fail.
  override func didDismiss() { finishEffects() }

  func bind(reactor: CostsReactor) {
    Self.commands.install(in: self, section: title)
    reactor.state.bind(with: self) { $0.show($1.assumptions) }
    table.rowOpened.bind(with: self) { view, _ in view.typeValue() }
  }

  private func show(_ assumptions: CostAssumptions) {
    let rows = CostFactor.all.map { factor in
      Row(
        factor: factor, value: formatting.value(of: factor, in: assumptions),
        standard: assumptions.own[factor] == nil
          ? nil : formatting.value(of: factor, in: CostAssumptions(sourcePrices: assumptions.sourcePrices)))
    }
    table.rows = TableRows(rows)
  }

  private var selected: CostFactor? { table.selectedID.flatMap(CostFactor.init(id:)) }

  private func typeValue() {
    guard let selected, let reactor, let window else { return }
    let value = formatting.value(of: selected, in: reactor.currentState.assumptions)
    Task.immediate {
      let text = await window.prompt(
        selected.title, placeholder: value, confirm: "Set", validate: selected.problem)
      guard let text else { return }
      reactor.action.send(.set(selected, text))
    }
  }
}
