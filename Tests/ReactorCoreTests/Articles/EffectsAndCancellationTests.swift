import ReactorCore
import ReactorTesting
import Testing

@MainActor
@Suite("Article: Effects and cancellation")
struct EffectsAndCancellationTests {
  private let clock = VirtualClock()
  private let favorites = Favorites()
  private let service: FakeLibrary
  private let reactor: LibraryReactor

  init() {
    service = FakeLibrary(clock: clock)
    reactor = LibraryReactor(service: service, favorites: favorites, clock: clock)
  }

  @Test func `a new search cancels the one before`() async {
    let states = Recorder(reactor.state(\.books))

    reactor.action.send(.search("swift"))
    await clock.advance(by: .seconds(1))
    reactor.action.send(.search("c"))
    await clock.advance(by: .seconds(10))

    #expect(states.elements == [[], ["c"]])
  }

  @Test func `the indicator appears only if the search takes long, and stopping hides it`() async {
    let indicator = Recorder(reactor.state(\.isSearching))

    reactor.action.send(.search(""))
    await clock.advance(by: .seconds(1))
    #expect(indicator.elements == [false])

    reactor.action.send(.search("swift"))
    await clock.advance(by: .seconds(1))
    reactor.action.send(.stopSearching)
    await clock.advance(by: .seconds(10))

    #expect(indicator.elements == [false, true, false])
    #expect(reactor.currentState.books == [""])
  }

  @Test func `a failed refresh hides the indicator and reports the reason once`() async {
    service.failure = Offline()
    let indicator = Recorder(reactor.state(\.isRefreshing))
    let messages = Recorder(reactor.outputs)

    reactor.action.send(.refresh)
    await clock.advance(by: .zero)

    #expect(indicator.elements == [false, true, false])
    #expect(messages.elements == [.toast("Not refreshed: no connection", kind: .error)])
  }

  @Test func `a refresh that is already running is not started again`() async {
    let messages = Recorder(reactor.outputs)

    reactor.action.send(.refresh)
    reactor.action.send(.refresh)
    await clock.advance(by: .seconds(2))

    #expect(messages.elements == [.toast("3 new books", kind: .success)])
  }

  @Test func `an effect runs until an action, and sees what other screens change`() async {
    reactor.action.send(.follow)
    service.reader.yield(40)
    await clock.advance(by: .zero)
    reactor.action.send(.stopFollowing)
    service.reader.yield(50)
    await clock.advance(by: .zero)
    favorites.books.accept(["Dune"])

    #expect(reactor.currentState.position == 40)
    #expect(reactor.currentState.favorites == ["Dune"])
  }

  @Test func `several results are delivered as they arrive`() async {
    let titles = Recorder(service.titles(of: ["Dune", "It"]))
    await clock.advance(by: .seconds(2))
    #expect(titles.elements == [["It"]])

    await clock.advance(by: .seconds(2))
    #expect(titles.elements == [["It"], ["Dune"]])
  }
}

/// A library whose searches take a second for each letter.
@MainActor
private final class FakeLibrary: LibraryService {
  var failure: Offline?
  let reader: AsyncStream<Int>.Continuation
  private nonisolated let stream: AsyncStream<Int>
  private let clock: VirtualClock

  init(clock: VirtualClock) {
    (stream, reader) = AsyncStream<Int>.makeStream()
    self.clock = clock
  }

  func find(_ query: String) async throws -> [String] {
    try await clock.sleep(for: .seconds(query.count))
    return [query]
  }

  func refresh() async throws -> Int {
    if let failure { throw failure }
    try await clock.sleep(for: .seconds(1))
    return 3
  }

  nonisolated func positions() -> AsyncStream<Int> { stream }
}

private struct Offline: Error, CustomStringConvertible {
  var description: String { "no connection" }
}
