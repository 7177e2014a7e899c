import ReactorCore

// The code of the article "Effects and cancellation".

protocol LibraryService: Sendable {
  func find(_ query: String) async throws -> [String]
  func refresh() async throws -> Int
  /// The position of the reader in a book, in percent, whenever it changes.
  func positions() -> AsyncStream<Int>
}

/// What several screens share.
@MainActor
final class Favorites {
  let books = StateRelay<Set<String>>([])
}

final class LibraryReactor: Reactor {
  enum Action: Equatable {
    case search(String)
    case stopSearching
    case refresh
    case follow
    case stopFollowing
  }

  enum Mutation {
    case setBooks([String])
    case setSearching(Bool)
    case setRefreshing(Bool)
    case setFavorites(Set<String>)
    case setPosition(Int)
  }

  typealias Output = Message<Action>

  struct State {
    var books: [String] = []
    var isSearching = false
    var isRefreshing = false
    var favorites: Set<String> = []
    var position = 0
  }

  enum Effect { case search, refresh }

  let store = Store<LibraryReactor>(State())
  private let service: any LibraryService
  private let favorites: Favorites
  private let clock: any Clock<Duration>

  init(service: any LibraryService, favorites: Favorites, clock: any Clock<Duration> = ContinuousClock()) {
    self.service = service
    self.favorites = favorites
    self.clock = clock
  }

  func mutate(action: Action) -> Observable<Mutation> {
    switch action {
    case .search(let query):
      search(query)
        .indicatingProgress(with: .setSearching(true), clock: clock)
        .cancellable(id: Effect.search)
    case .stopSearching:
      .concat(.cancel(id: Effect.search), .just(.setSearching(false)))
    case .refresh:
      refresh()
        .bracketed(by: .setRefreshing(true), and: .setRefreshing(false))
        .catch { [weak self] error in self?.toast("Not refreshed: \(error)", kind: .error) ?? .empty }
        .cancellable(id: Effect.refresh, whenRunning: .ignoreNew)
    case .follow:
      Observable(service.positions()).map { .setPosition($0) }
        .take(until: self.action.filter { $0 == .stopFollowing })
    case .stopFollowing:
      .empty
    }
  }

  func transform(mutation: Observable<Mutation>) -> Observable<Mutation> {
    .merge(mutation, favorites.books.map { .setFavorites($0) })
  }

  func reduce(into state: inout State, mutation: Mutation) {
    switch mutation {
    case .setBooks(let books):
      state.books = books
      state.isSearching = false
    case .setSearching(let isSearching): state.isSearching = isSearching
    case .setRefreshing(let isRefreshing): state.isRefreshing = isRefreshing
    case .setFavorites(let favorites): state.favorites = favorites
    case .setPosition(let position): state.position = position
    }
  }

  private func search(_ query: String) -> Observable<Mutation> {
    .run { [service] emit in
      let books = try await service.find(query)
      emit(.setBooks(books))
    }
  }

  private func refresh() -> Observable<Mutation> {
    run { [service] emit in
      let count = try await service.refresh()
      emit.toast("\(count) new books", kind: .success)
    }
  }
}

extension LibraryService {
  /// The titles of several books, loaded at the same time.
  func titles(of queries: [String]) -> Observable<[String]> {
    .run { [self] emit in
      try await withThrowingTaskGroup(of: [String].self) { group in
        for query in queries { group.addTask { try await find(query) } }
        for try await titles in group { emit(titles) }
      }
    }
  }
}
