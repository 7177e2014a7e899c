import ReactorCore
import ReactorTerminal

// The code of the article "Screens and views".

struct Item: Identifiable, Sendable, Equatable {
  let id: Int
  var name: String
  var isBought = false
}

final class ShoppingReactor: Reactor {
  enum Action {
    case add(String)
    case toggle(Item.ID)
    case remove(Item.ID)
  }

  struct State {
    var items: [Item] = []
    var nextID = 1
  }

  let store = Store<ShoppingReactor>(State())

  func reduce(into state: inout State, mutation: Action) {
    switch mutation {
    case .add(let name):
      state.items.append(Item(id: state.nextID, name: name))
      state.nextID += 1
    case .toggle(let id):
      if let index = state.items.firstIndex(where: { $0.id == id }) { state.items[index].isBought.toggle() }
    case .remove(let id):
      state.items.removeAll { $0.id == id }
    }
  }
}

final class ShoppingView: ReactorView<ShoppingReactor> {
  nonisolated static let addItem: CommandID = "shopping.add"
  nonisolated static let commands = Commands<ShoppingView> {
    Command(addItem, "a", title: "Add") { $0.view.askForItem() }
    Command("shopping.remove", "d", title: "Remove") { $0.view.askToRemove() }
  }

  private let table = TableView<Item>(columns: [
    TableColumn(id: "name", title: "Item") { TableCell($0.name, role: $0.isBought ? .secondary : nil) },
    TableColumn(id: "bought", title: "Bought", width: .fixed(6)) { TableCell($0.isBought ? "yes" : "") },
  ])

  override init() {
    super.init()
    title = "Shopping"
    table.placeholder = EmptyState(
      EmptyState.Content(.empty, title: "Nothing to buy", hints: [EmptyState.Hint(command: Self.addItem)]))
    addSubview(table)
  }

  override func bind(reactor: ShoppingReactor) {
    Self.commands.install(in: self)
    // Action
    table.rowOpened.map { .toggle($0) }.bind(to: reactor.action)
    // State
    reactor.state(\.items).map { TableRows($0) }.bind(to: table, \.rows)
    reactor.state(\.items).map { "\($0.count)" }.bind(to: self, \.status)
  }

  override func layoutSubviews() {
    table.frame = bounds
  }

  private func askForItem() {
    let prompt = PromptView(title: "What to buy", confirm: "Add")
    prompt.answered.subscribe { [weak self] in self?.reactor?.action.send(.add($0)) }
    window?.present(prompt)
  }

  private func askToRemove() {
    guard let item = table.selectedRow else { return }
    window?.confirm("Remove \(item.name)?", "It cannot be restored.", confirm: "Remove") { [weak self] in
      self?.reactor?.action.send(.remove(item.id))
    }
  }
}
