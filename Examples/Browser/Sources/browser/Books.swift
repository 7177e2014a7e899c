import ReactorCore
import ReactorFlow
import ReactorTerminal

final class BooksReactor: Reactor {
  enum Action { case loadNextPage }
  enum Mutation {
    case setLoading(Bool)
    case append([Book])
    case setFailure(String?)
  }
  struct State {
    var books: [Book] = []
    var isLoading = false
    var isComplete = false
    var failure: String?
  }

  let store = Store<BooksReactor>(State())
  private let library: Library

  init(library: Library) {
    self.library = library
  }

  func mutate(action: Action) -> Observable<Mutation> {
    if currentState.isComplete { return .empty }
    let offset = currentState.books.count
    return .run { [library] emit in
      emit(.setFailure(nil))
      emit(.append(try await library.books(from: offset)))
    }
    .bracketed(by: .setLoading(true), and: .setLoading(false))
    .catch { .just(.setFailure("\($0)")) }
    .cancellable(id: "load", whenRunning: .ignoreNew)
  }

  func reduce(into state: inout State, mutation: Mutation) {
    switch mutation {
    case .setLoading(let isLoading): state.isLoading = isLoading
    case .append(let books):
      state.books += books
      state.isComplete = books.count < Library.pageSize
    case .setFailure(let failure): state.failure = failure
    }
  }
}

final class BooksView: ReactorView<BooksReactor>, Stepper {
  nonisolated static let commands = Commands<BooksView> {
    Command("books.retry", "r", title: "Retry") { _ in .loadNextPage }.enabled { $0.state.failure != nil }
  }

  let steps = Relay<BooksStep>()
  private let table = TableView<Book>(columns: [
    TableColumn(id: "title", title: "Title", width: .flexible(min: 16, ideal: 28, weight: 2)) { TableCell($0.title) },
    TableColumn(id: "author", title: "Author", priority: -1) { TableCell($0.author, role: .secondary) },
    TableColumn(id: "year", title: "Year", width: .fixed(4)) { TableCell("\($0.year)") },
  ])
  private let spinner = Spinner("Loading books", hidesWhenStopped: true)
  private let failure = Label(role: .error)

  override init() {
    super.init()
    title = "Books"
    content = Rows {
      table.fill()
      Rows(padding: Insets(left: 1)) {
        spinner
        failure
      }
    }
  }

  override func viewDidLoad() {
    reactor?.action.send(.loadNextPage)
  }

  override func bind(reactor: BooksReactor) {
    Self.commands.install(in: self)
    // Action
    send(table.endReached) { .loadNextPage }
    table.rowOpened.map { [table] _ in table.selectedRow.map { .bookPicked($0) } }.unwrapped()
      .bind(to: steps)
    // State
    reactor.state(\.books).map { TableRows($0) }.bind(to: table, \.rows)
    reactor.state(\.books.count).map { $0 == 0 ? "" : "\($0) books" }.bind(to: self, \.status)
    show(\.isLoading, in: spinner, \.isAnimating)
    reactor.state(\.failure).map { $0 ?? "" }.bind(to: failure, \.text)
    reactor.state(\.failure).map { $0 == nil }.bind(to: failure, \.isHidden)
  }
}

final class BookView: Screen {
  init(book: Book) {
    super.init()
    title = book.title
    content = ScrollView(
      Label(
        [Span(book.title, .title), Span("\n\(book.author), \(book.year)\n\n", .secondary), Span(book.summary)],
        wraps: true))
  }
}
