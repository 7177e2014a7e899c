import ReactorCore
import ReactorTerminal

// The code of the article "Operators" of ReactorCore.

final class SearchReactor: Reactor {
  enum Action { case search(String) }
  struct State { var query = "" }

  let store = Store<SearchReactor>(State())
  private let clock: any Clock<Duration>

  init(clock: any Clock<Duration> = ContinuousClock()) {
    self.clock = clock
  }

  func transform(action: Observable<Action>) -> Observable<Action> {
    action.debounce(.milliseconds(300), clock: clock)
  }
}

@MainActor
private func bind(_ searchField: TextField, to reactor: SearchReactor, clock: any Clock<Duration>) {
  searchField.changed
    .debounce(.milliseconds(300), clock: clock)
    .distinctUntilChanged()
    .map { .search($0) }
    .bind(to: reactor.action)
}
