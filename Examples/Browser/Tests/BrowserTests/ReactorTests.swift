import ReactorTesting
import Testing

@testable import browser

@MainActor
@Suite struct ReactorTests {
  private let clock = VirtualClock()

  @Test func `a page that fails is loaded again`() async throws {
    let library = Library(clock: clock, failingOffsets: [0])
    let books = try await firstPage()
    let store = TestStore(BooksReactor(library: library))

    store.send(.loadNextPage) { expect in
      expect(.setLoading(true)) { $0.isLoading = true }
      expect(.setFailure(nil))
    }
    await clock.advance(by: .seconds(1))
    await store.receive(.setLoading(false)) { $0.isLoading = false }
    await store.receive(.setFailure("The library did not answer.")) { $0.failure = "The library did not answer." }
    store.send(.loadNextPage) { expect in
      expect(.setLoading(true)) { $0.isLoading = true }
      expect(.setFailure(nil)) { $0.failure = nil }
    }
    await clock.advance(by: .seconds(1))
    await store.receive(.append(books)) { $0.books = books }
    await store.receive(.setLoading(false)) { $0.isLoading = false }
    await store.finish()
  }

  @Test func `an empty page ends the list, and nothing is loaded after it`() async {
    let store = TestStore(BooksReactor(library: Library(clock: clock, failingOffsets: [])), exhaustivity: .off)

    for _ in 0..<4 {
      store.send(.loadNextPage)
      await clock.advance(by: .seconds(1))
    }
    #expect(store.reactor.currentState.books.count == 60)
    #expect(store.reactor.currentState.isComplete)
    store.send(.loadNextPage)

    #expect(!store.reactor.currentState.isLoading)
    await store.finish()
  }

  @Test func `a wrong password is reported`() async {
    let store = TestStore(SignInReactor(library: Library(clock: clock)))

    store.send(.signIn(name: "Kim", password: "birds")) { expect in
      expect(.setBusy(true)) { $0.isBusy = true }
    }
    await clock.advance(by: .seconds(1))
    await store.receive(.setBusy(false)) { $0.isBusy = false }
    await store.receive(output: .failed("The password is wrong."))
    await store.finish()
  }

  private func firstPage() async throws -> [Book] {
    let library = Library(clock: clock)
    async let books = library.books(from: 0)
    await clock.advance(by: .seconds(1))
    return try await books
  }
}
