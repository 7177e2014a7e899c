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

extension CommandID {
  static let addItem = CommandID("shopping.add")
  static let removeItem = CommandID("shopping.remove")
}

final class ShoppingView: ReactorView<ShoppingReactor> {
  private let table = TableView<Item>(columns: [
    TableColumn(id: "name", title: "Item") { TableCell($0.name, role: $0.isBought ? .secondary : nil) },
    TableColumn(id: "bought", title: "Bought", width: .fixed(6)) { TableCell($0.isBought ? "yes" : "") },
  ])

  override init() {
    super.init()
    title = "Shopping"
    table.placeholder = EmptyState(
      EmptyState.Content(.empty, title: "Nothing to buy", hints: [EmptyState.Hint(command: .addItem)]))
    addSubview(table)
    keys("a", id: .addItem, title: "Add").bind { [weak self] in self?.askForItem() }
    keys("d", id: .removeItem, title: "Remove").bind { [weak self] in self?.askToRemove() }
  }

  override func bind(reactor: ShoppingReactor) {
    // Action
    table.rowOpened.map { .toggle($0) }.bind(to: reactor.action).disposed(by: disposeBag)
    // State
    reactor.state(\.items).map { TableRows($0) }.bind(to: table, \.rows).disposed(by: disposeBag)
    reactor.state(\.items).map { "\($0.count)" }.bind(to: self, \.status).disposed(by: disposeBag)
  }

  override func layoutSubviews() {
    table.frame = bounds
  }

  private func askForItem() {
    let prompt = PromptView(title: "What to buy", confirm: "Add")
    prompt.answered.subscribe { [weak self] in self?.reactor?.action.send(.add($0)) }.disposed(by: disposeBag)
    window?.present(prompt)
  }

  private func askToRemove() {
    guard let item = table.selectedRow else { return }
    window?.confirm("Remove \(item.name)?", "It cannot be restored.", confirm: "Remove") { [weak self] in
      self?.reactor?.action.send(.remove(item.id))
    }
  }
}
