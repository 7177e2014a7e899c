import Foundation
import ReactorCore
import ReactorTerminal

// The code of the article "Tables, trees, and logs". A test compares them.

struct Message: Identifiable, Sendable, Equatable {
  let id: Int
  let sender: String
  let subject: String
  let preview: String
  let date: CalendarDate
}

final class MailboxReactor: Reactor {
  enum Action {
    case loadNextPage
    case sort(by: String)
    case loadFolders(in: String)
  }

  enum Mutation {
    case append([Message])
    case setSort(TableSort)
    case setFolders([String], in: String)
  }

  struct State {
    var messages: [Message] = []
    var sort: TableSort?
    var folders: [String: [String]] = [:]

    var sorted: [Message] {
      guard let sort else { return messages }
      return messages.sorted { left, right in
        if left.date != right.date { return left.date > right.date }
        return sort.isAscending ? left.sender < right.sender : left.sender > right.sender
      }
    }
  }

  let store = Store<MailboxReactor>(State())
  private let page: @MainActor (Int) async throws -> [Message]

  init(page: @escaping @MainActor (Int) async throws -> [Message]) {
    self.page = page
  }

  func mutate(action: Action) -> Observable<Mutation> {
    switch action {
    case .loadNextPage:
      let offset = currentState.messages.count
      return .run { [page] emit in emit(.append(try await page(offset))) }
        .cancellable(id: "page", whenRunning: .ignoreNew)
    case .sort(let columnID):
      return .just(.setSort(TableSort(columnID, ascending: currentState.sort?.isAscending != true)))
    case .loadFolders(let name):
      return .just(.setFolders(name == "Archive" ? ["2025", "2026"] : [], in: name))
    }
  }

  func reduce(into state: inout State, mutation: Mutation) {
    switch mutation {
    case .append(let messages): state.messages += messages
    case .setSort(let sort): state.sort = sort
    case .setFolders(let folders, let name): state.folders[name] = folders
    }
  }
}

final class MailboxView: ReactorView<MailboxReactor> {
  private let table = TableView<Message>(columns: [
    TableColumn(id: "sender", title: "From", width: .fixed(8), isSortable: true) { TableCell($0.sender) },
    TableColumn(id: "subject", title: "Subject", width: .flexible(min: 10, ideal: 20)) { message in
      var cell = TableCell(message.subject)
      cell.below = [TableCell(message.preview, role: .secondary)]
      return cell
    },
    TableColumn(id: "id", title: "Number", width: .fixed(6), alignment: .trailing, priority: -1) {
      TableCell("\($0.id)")
    },
  ])

  override init() {
    super.init()
    title = "Mailbox"
    table.rowHeight = .fixed(2)
    addSubview(table)
  }

  override func viewDidLoad() {
    reactor?.action.send(.loadNextPage)
  }

  override func bind(reactor: MailboxReactor) {
    table.endReached.map { .loadNextPage }.bind(to: reactor.action)
    table.headerClicked.map { .sort(by: $0) }.bind(to: reactor.action)
    reactor.state(\.sort).bind(to: table, \.sort)
    reactor.state(\.sorted).map { TableRows($0) { "\($0.date)" } }.bind(to: table, \.rows)
  }

  override func layoutSubviews() {
    table.frame = bounds
  }
}

struct Folder: Identifiable, Sendable {
  let id: String
}

final class FoldersView: ReactorView<MailboxReactor> {
  private let tree = TreeView<Folder> { TableCell($0.id) }

  override init() {
    super.init()
    title = "Folders"
    addSubview(tree)
  }

  override func bind(reactor: MailboxReactor) {
    tree.childrenRequested.map { .loadFolders(in: $0) }.bind(to: reactor.action)
    reactor.state(\.folders).map { folders in
      TreeItems([Folder(id: "Inbox"), Folder(id: "Archive")]) { folder in
        folders[folder.id].map { .loaded($0.map(Folder.init)) } ?? .unloaded
      }
    }.bind(to: tree, \.items)
  }

  override func layoutSubviews() {
    tree.frame = bounds
  }
}

/// A million rows that are made when they are drawn.
@MainActor
func makeRows() -> TableRows<Message> {
  TableRows(
    count: 1_000_000, stamp: 1,
    row: { Message(id: $0, sender: "Ada", subject: "Message \($0)", preview: "", date: .min) },
    id: { $0 }, index: { $0 })
}

/// The current day of the user.
@MainActor
func makeDateField() -> DateField {
  let parts = Calendar(identifier: .gregorian).dateComponents([.year, .month, .day], from: Date())
  let today = CalendarDate(year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0) ?? .min
  let due = DateField(title: "Due", today: today, range: today...CalendarDate.max, firstWeekday: .sunday)
  return due
}

@MainActor
func makeLog(of messages: Relay<Message>, disposeBag: DisposeBag) -> LogView {
  let log = LogView(capacity: 5_000)
  messages.bind { [weak log] in log?.append([Span("\($0.sender) ", .secondary), Span($0.subject)]) }
  return log
}
