import ReactorCore
import ReactorTerminal

/// A page that lists the running effects with their age.
final class EffectsPage: View {
  nonisolated static let commands = Commands<EffectsPage>("Inspector") {
    Command("inspector.cancel", "x", title: "Cancel effect", help: "Cancels the selected effect.") { $0.view.cancel() }
      .enabled { !$0.view.table.rows.isEmpty }
  }

  /// A running effect.
  struct Row: Identifiable, Sendable {
    let id: EffectID
    let name: String
    let epoch: Int?
    let age: String
  }

  let table = TableView<Row>(columns: [
    TableColumn(id: "effect", title: "Effect", width: .flexible(min: 12, ideal: 30), priority: 3) {
      TableCell($0.name)
    },
    TableColumn(id: "epoch", title: "Epoch", width: .fixed(6), alignment: .trailing, priority: 1) {
      TableCell($0.epoch.map { "\($0)" } ?? "")
    },
    TableColumn(id: "age", title: "Age", width: .fixed(10), alignment: .trailing, priority: 2) { TableCell($0.age) },
  ])
  private let log: InspectorLog

  init(_ log: InspectorLog) {
    self.log = log
    super.init()
    table.placeholder = Label("No recorded effect is running.", role: .placeholder, alignment: .center)
    table.command(ListCommands.open)?.isEnabled = false
    table.command(ListCommands.open)?.binding.isHidden = true
    addSubview(table)
    Self.commands.install(in: self)
  }

  override var preferredFocus: View? { table }

  func update(_ text: EpochText) {
    let now = log.elapsed
    table.rows = TableRows(
      log.running.map {
        Row(id: $0.id, name: text.name($0.id), epoch: $0.epoch, age: EpochText.seconds(now - $0.start))
      })
  }

  private func cancel() {
    guard let id = table.selectedID, log.lanes.indices.contains(id.lane) else { return }
    log.lanes[id.lane].source.cancelEffect(id.number)
  }

  override func layoutSubviews() { table.frame = bounds }
}
