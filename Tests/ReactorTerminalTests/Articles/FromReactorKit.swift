import ReactorCore
import ReactorTerminal

// The spellings of the article "From ReactorKit". A test compares them with its tables.

struct Book: Identifiable, Sendable, Equatable {
  let id: Int
  var title: String
}

protocol BookService: Sendable {
  func books(matching query: String) async throws -> [Book]
  func book(_ id: Int) async throws -> Book
  func author(of book: Book) async throws -> String
  func save(_ book: Book) async throws
  func cachedBook(_ id: Int) async -> Book?
}

final class BooksReactor: Reactor {
  enum Action: Equatable {
    case refresh
    case edit(String)
    case search(String)
    case open(Book.ID)
    case cancel
  }

  enum Mutation {
    case setQuery(String)
    case setBooks([Book])
    case setLoading(Bool)
    case alert(String)
  }

  enum Output { case saved(Book) }

  struct State {
    var query = ""
    var books: [Book] = []
    var isLoading = false
    @Pulse var alert: String?
  }

  enum Effect { case search, open }

  let store = Store<BooksReactor>(State())
  private let service: any BookService
  private let favorites = StateRelay<[Book]>([])

  init(service: any BookService) { self.service = service }

  func transform(action: Observable<Action>) -> Observable<Action> { .merge(action, .just(.refresh)) }

  func mutate(action: Action) -> Observable<Mutation> {
    switch action {
    case .edit(let query): .just(.setQuery(query))
    case .refresh:
      search("").bracketed(by: .setLoading(true), and: .setLoading(false))
    case .search(let query):
      search(query).cancellable(id: Effect.search)
    case .open(let id):
      open(id).catch { .just(.alert("\($0)")) }.cancellable(id: Effect.open, whenRunning: .ignoreNew)
    case .cancel:
      .cancel(id: Effect.search)
    }
  }

  func transform(mutation: Observable<Mutation>) -> Observable<Mutation> {
    .merge(mutation, favorites.map { .setBooks($0) })
  }

  func reduce(into state: inout State, mutation: Mutation) {
    switch mutation {
    case .setQuery(let query): state.query = query
    case .setBooks(let books): state.books = books
    case .setLoading(let isLoading): state.isLoading = isLoading
    case .alert(let text): state.alert = text
    }
  }

  func transform(state: Observable<State>) -> Observable<State> { state }

  func finish(_ book: Book) -> Observable<Mutation> { output(.saved(book)) }

  private func search(_ query: String) -> Observable<Mutation> {
    .run { [service] emit in emit(.setBooks(try await service.books(matching: query))) }
  }

  private func open(_ id: Book.ID) -> Observable<Mutation> {
    .run { [service] emit in
      let book = try await service.book(id)
      async let author = service.author(of: book)
      try await service.save(book)
      emit(.alert("\(book.title) by \(try await author)"))
    }
  }
}

extension CommandID {
  static let refreshBooks = CommandID("books.refresh")
}

final class BooksView: ReactorView<BooksReactor> {
  private let field = TextField()
  private let label = Label()
  private let spinner = Spinner()
  private let table = TableView<Book>(columns: [TableColumn(id: "title", title: "Title") { TableCell($0.title) }])

  override func bind(reactor: BooksReactor) {
    keys("r", id: .refreshBooks, title: "Refresh").map { .refresh }.bind(to: reactor.action)
      .disposed(by: disposeBag)
    field.changed.map { .edit($0) }.bind(to: reactor.action).disposed(by: disposeBag)
    field.submitted.map { .search($0) }.bind(to: reactor.action).disposed(by: disposeBag)
    table.rowOpened.map { .open($0) }.bind(to: reactor.action).disposed(by: disposeBag)

    reactor.state(\.query).bind(to: label, \.text).disposed(by: disposeBag)
    reactor.state(\.books).map { TableRows($0) }.bind(to: table, \.rows).disposed(by: disposeBag)
    reactor.state(\.isLoading).bind(to: spinner, \.isAnimating).disposed(by: disposeBag)
    reactor.pulse(unwrapping: \.$alert).bind { [weak self] text in self?.window?.toast(text) }
      .disposed(by: disposeBag)
    reactor.pulse(\.$alert).bind { [weak self] text in self?.status = text ?? "" }.disposed(by: disposeBag)
    reactor.pulse(\.$alert).bind(with: self) { view, text in view.status = text ?? "" }.disposed(by: disposeBag)
  }
}

/// A view that is no screen.
final class BookRow: View, ReactorBound {
  private let label = Label()

  func bind(reactor: BooksReactor) {
    reactor.state(\.query).debounce(.milliseconds(300)).bind(to: label, \.text).disposed(by: disposeBag)
  }
}

final class LateBooksView: DeferredReactorView<BooksReactor> {
  override func viewDidLoad() { super.viewDidLoad() }
  override func didAppear() {}
}

/// A reactor without actions.
final class AboutReactor: Reactor {
  typealias Action = NoAction
  enum Mutation { case tick }
  struct State { var version = "1.0" }
  let store = Store<AboutReactor>(State())
}

/// A reactor whose reduce returns the state, as in ReactorKit.
final class SwitchReactor: Reactor {
  enum Action { case toggle }
  struct State { var isOn = false }
  let store = Store<SwitchReactor>(State())

  func reduce(state: State, mutation: Action) -> State {
    var state = state
    switch mutation {
    case .toggle: state.isOn.toggle()
    }
    return state
  }
}

@MainActor
private func useReactor(_ reactor: BooksReactor) {
  reactor.action.send(.refresh)
  print(reactor.currentState.query, reactor.initialState.query)
  let queries: Observable<String> = reactor.state.map { $0.query }
  queries.bind { print($0) }.dispose()

  let view = BooksView()
  view.reactor = reactor
  let stub = reactor.stub()
  stub.state = BooksReactor.State(query: "swift")
  print(stub.actions.last == .refresh)
}

private struct Failure: Error {}

@MainActor
private func useStreams(_ other: Observable<String>, _ trigger: Observable<Void>) -> [any Disposable] {
  let numbers = Observable.from([1, 2, 3])
  let made = Observable<Int>.create { observer in
    observer.next(1)
    observer.end(.finished)
    observer.end(.failed(Failure()))
    return ActionDisposable { print("disposed of") }
  }
  let silent = Observable<Int>.create { _ in EmptyDisposable.instance }
  let strings = numbers.map { "\($0)" }
  var streams: [Observable<Int>] = [.just(1), .empty, .never, .error(Failure()), .deferred { .just(1) }, silent]
  streams += [.concat(numbers, made), .merge(numbers, made)]
  streams.append(numbers.merge(with: made).startWith(0))
  streams.append(numbers.filter { $0 > 1 }.distinctUntilChanged().skip(1).take(1))
  streams.append(numbers.take(until: trigger))
  streams.append(numbers.flatMap { .just($0) })
  streams.append(numbers.flatMapLatest { .just($0) })
  streams.append(numbers.scan(0) { $0 + $1 })
  streams.append(numbers.tryMap { try check($0) })
  streams.append(strings.compactMap { Int($0) })
  streams.append(.of(1, 2, 3))
  streams.append(numbers.share(replay: 1))
  streams.append(.interval(.seconds(1)))
  streams.append(numbers.do(onNext: { print($0) }, onEnd: { print($0) }))
  streams.append(made.catch { _ in .just(0) })
  streams.append(made.catchAndReturn(0))
  let pairs: Observable<(Int, String)> = .combineLatest(numbers, other)
  let latest = numbers.withLatestFrom(other).map { number, text in "\(number) \(text)" }
  let disposeBag = DisposeBag()
  pairs.bind { print($0.0) }.disposed(by: disposeBag)
  let subscription = SerialDisposable()
  subscription.set(latest.subscribe(onNext: { print($0) }, onError: { print($0) }, onCompleted: { print("end") }))
  return streams.map { $0.bind { print($0) } } + [subscription]
}

private func check(_ number: Int) throws -> Int {
  guard number > 0 else { throw Failure() }
  return number
}

@MainActor
private func useRelays() {
  let relay = Relay<Int>()
  relay.subscribe { print($0) }.dispose()
  relay.send(1)
  let count = StateRelay(0)
  count.accept(count.value + 1)
  print(count.asObservable())
}

/// A callback turned into an asynchronous function.
private func load(_ request: @escaping @Sendable (@escaping @Sendable (Result<Book, any Error>) -> Void) -> Void)
  async throws -> Book
{
  try await withCheckedThrowingContinuation { continuation in
    request { continuation.resume(with: $0) }
  }
}

/// All elements of a stream.
@MainActor
private func collect(_ books: Observable<Book>) async throws -> [Book] {
  var all: [Book] = []
  for try await book in books.values { all.append(book) }
  return all
}

/// The first element of a stream.
@MainActor
private func first(of books: Observable<Book>) async throws -> Book? {
  try await books.first()
}
