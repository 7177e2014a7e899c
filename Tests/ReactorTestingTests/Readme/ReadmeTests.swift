import Foundation
import ReactorCore
import ReactorTesting
import Testing

@testable import ReactorCounter

/// The examples of the README. Each of their lines is part of this file or of `Tests/SmallestProgram`.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct ReadmeTests {
  @Test func `a reactor is tested step by step`() async {
    let clock = VirtualClock()
    let test = TestStore(CounterReactor(clock: clock))

    test.send(.increase) { expect in
      expect(.setLoading(true)) { $0.isLoading = true }
    }
    await clock.advance(by: .milliseconds(500))
    await test.receive(.add(1)) { $0.value = 1 }
    await test.receive(.setLoading(false)) { $0.isLoading = false }
    await test.finish()
  }

  @Test func `a new search cancels the one before`() async throws {
    let reactor = SearchReactor(service: PageService())

    reactor.action.send(.search("kia"))
    reactor.action.send(.search("bmw"))

    for try await pages in reactor.state(\.pages).values where pages.count == 2 { break }
    #expect(reactor.currentState.pages == ["bmw 1", "bmw 2"])
  }

  @Test func `every Swift example of the README compiles as written`() throws {
    let readme = try Self.text("README.md")
    let sources = try Self.sources.map { Self.lines(of: try Self.text($0)) }
    let examples = readme.components(separatedBy: "```swift\n").dropFirst().compactMap {
      $0.components(separatedBy: "```").first
    }

    #expect(examples.count == 2)
    for example in examples {
      let lines = Self.lines(of: example)
      #expect(sources.contains { $0.contains(lines) }, "not in the sources:\n\(example)")
    }
  }

  private static let sources = [
    "Tests/SmallestProgram/main.swift", "Tests/ReactorTestingTests/Readme/ReadmeTests.swift",
  ]

  private static func text(_ path: String) throws -> String {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    return try String(contentsOf: folder.appending(path: "../../../\(path)"), encoding: .utf8)
  }

  /// Returns the lines without their indentation, and without empty lines at both ends.
  private static func lines(of text: String) -> [String] {
    text.trimmingCharacters(in: .whitespacesAndNewlines).components(separatedBy: "\n").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
  }
}

/// A service that finds pages.
private struct PageService: Sendable {
  func pages(of words: String) -> AsyncStream<String> {
    AsyncStream { continuation in
      for number in 1...2 { continuation.yield("\(words) \(number)") }
      continuation.finish()
    }
  }
}

/// A reactor with an asynchronous effect.
private final class SearchReactor: Reactor {
  enum Action {
    case search(String)
    case stop
  }

  enum Mutation {
    case clear
    case append(String)
  }

  struct State {
    var pages: [String] = []
  }

  let store = Store<SearchReactor>(State())
  private let service: PageService

  init(service: PageService) { self.service = service }

  func mutate(action: Action) -> Observable<Mutation> {
    switch action {
    case .search(let words): .concat(.just(.clear), search(words))
    case .stop: .cancel(id: Effect.search)
    }
  }

  func reduce(into state: inout State, mutation: Mutation) {
    switch mutation {
    case .clear: state.pages = []
    case .append(let page): state.pages.append(page)
    }
  }

  private enum Effect: Hashable, Sendable { case search }

  private func search(_ words: String) -> Observable<Mutation> {
    .run { [service] emit in
      for try await page in service.pages(of: words) { emit(.append(page)) }
    }
    .cancellable(id: Effect.search)
  }
}
