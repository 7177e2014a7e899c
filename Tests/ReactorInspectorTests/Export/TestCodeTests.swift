import Foundation
import ReactorCore
import ReactorTerminal
import ReactorTesting
import TapePlayer
import Testing

@testable import ReactorInspector
@testable import tape_session

private final class PrivateReactor: Reactor {
  typealias Action = Int
  struct State { var sum = 0 }

  let store = Store<PrivateReactor>(State())

  func reduce(into state: inout State, mutation: Int) { state.sum += mutation }
}

final class TeaReactor: Reactor {
  enum Action { case brew, brewLater, order, serve }
  enum Output { case ready(cups: Int) }
  struct State { var cups = 0 }

  let store = Store<TeaReactor>(State())
  private let clock: any Clock<Duration>

  init(clock: any Clock<Duration> = ContinuousClock()) { self.clock = clock }

  func mutate(action: Action) -> Observable<Action> {
    switch action {
    case .brew: .concat(.just(.brew), output(.ready(cups: currentState.cups + 1)))
    case .serve: send(.brew)
    case .order: sent(.brew)
    case .brewLater:
      run { [clock] emit in
        try await clock.sleep(for: .seconds(1))
        emit.output(.ready(cups: 1))
      }
    }
  }

  private func sent(_ next: Action) -> Observable<Action> {
    action.send(next)
    return .empty
  }

  func reduce(into state: inout State, mutation: Action) { state.cups += 1 }
}

private final class TeaView: ReactorView<TeaReactor> {
  override func bind(reactor: TeaReactor) {
    keys("b", id: "tea.brew", title: "Brew").map { .brew }.bind(to: reactor.action)
    keys("s", id: "tea.serve", title: "Serve").map { .serve }.bind(to: reactor.action)
    keys("l", id: "tea.later", title: "Brew later").map { .brewLater }.bind(to: reactor.action)
    keys("o", id: "tea.order", title: "Order").map { .order }.bind(to: reactor.action)
  }
}

extension ExportTests {
  @MainActor
  struct TestCodeTests {
    private func lines(of code: String) -> [String] {
      code.split(separator: "\n").drop { !$0.contains("let store") }.dropFirst().dropLast(2)
        .map { $0.trimmingCharacters(in: .whitespaces) }
    }

    private func tea(_ tape: String) async throws -> RecordedSession {
      try await RecordedSession.play(tape) { stage in
        let view = TeaView()
        let reactor = TeaReactor(clock: stage.clock)
        view.reactor = reactor
        return (view, reactor)
      }
    }

    @Test func `the test of a counter is the one that is part of this target`() async throws {
      let session = try await RecordedSession.counter()

      try expectGenerated(session, "CounterReactorSessionTests")
    }

    // The target is compiled with MemberImportVisibility, so a test that lacks an import does not compile.
    @Test func `a test imports the modules of the values in it, and states a pulse in an array by assigning it`()
      async throws
    {
      let session = try await RecordedSession.play("Type \"mp\"\nType \"p\"\n") { _ in
        let view = PointerView()
        let reactor = PointerReactor()
        view.reactor = reactor
        return (view, reactor)
      }

      try expectGenerated(session, "PointerReactorSessionTests")
    }

    /// Compares the test of a session with one that is part of this target.
    private func expectGenerated(_ session: RecordedSession, _ name: String) throws {
      let code = try session.log.testCode(of: 1...session.log.epochCount, lane: session.reactor)
      let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appending(path: "../Generated/\(name).swift")
      if ProcessInfo.processInfo.environment["WRITE_GENERATED_TESTS"] != nil {
        try code.write(to: file, atomically: true, encoding: .utf8)
      }
      #expect(try code == String(contentsOf: file, encoding: .utf8))
    }

    @Test func `a test without effects needs no clock`() async throws {
      let session = try await RecordedSession.signIn("Type \"me\"\nSleep 1s\nTab\nType \"x\"\nBackspace\nF2\n")

      let code = try session.log.testCode(of: 1...session.log.epochCount, lane: session.reactor)

      #expect(!code.contains("clock") && code.contains("Secret(\"…\") replaces secrets."))
      #expect(
        lines(of: code) == [
          "// m", "store.send(.setName(\"m\")) { expect in", "expect(.setName(\"m\")) { $0.name = \"m\" }", "}",
          "// e", "store.send(.setName(\"me\")) { expect in", "expect(.setName(\"me\")) { $0.name = \"me\" }", "}",
          "// ••••", "store.send(.setPassword(Secret(\"…\"))) { expect in",
          "expect(.setPassword(Secret(\"…\"))) { $0.password = Secret(\"…\") }", "}",
          "// backspace", "store.send(.setPassword(Secret(\"\"))) { expect in",
          "expect(.setPassword(Secret(\"\"))) { $0.password = Secret(\"\") }", "}",
          "// f2", "store.send(.signIn) { expect in",
          "expect(.welcome(SignInReactor.Account(name: \"me\", roles: [\"admin\", \"writer\"]), "
            + "after: .milliseconds(1500))) {",
          "$0.account = SignInReactor.Account(name: \"me\", roles: [\"admin\", \"writer\"])",
          "$0.notice = \"Welcome, \\\"me\\\"\"", "}", "}", "await store.finish()",
        ])
    }

    @Test func `a test states the outputs of an action, and traces contain them`() async throws {
      let session = try await tea("Type \"b\"\n")

      let code = try session.log.testCode(of: [1], lane: session.reactor)

      #expect(
        lines(of: code) == [
          "// b", "store.send(.brew) { expect in", "expect(.brew) { $0.cups = 1 }",
          "expect(output: .ready(cups: 1))", "}", "await store.finish()",
        ])
      #expect(session.log.trace(.jsonLines).contains("\"kind\": \"output\""))
    }

    @Test func `a test sends no action that the reactor sends itself`() async throws {
      let session = try await tea("Type \"s\"\n")

      let code = try session.log.testCode(of: [1], lane: session.reactor)

      #expect(
        lines(of: code) == [
          "// s", "store.send(.serve) { expect in", "expect(.brew) { $0.cups = 1 }",
          "expect(output: .ready(cups: 1))", "}", "await store.finish()",
        ])
    }

    @Test func `a test sends no action that the reactor sends while it performs another one`() async throws {
      let session = try await tea("Type \"o\"\n")

      let code = try session.log.testCode(of: [1], lane: session.reactor)

      #expect(
        lines(of: code) == [
          "// o", "store.send(.order) { expect in", "expect(.brew) { $0.cups = 1 }",
          "expect(output: .ready(cups: 1))", "}", "await store.finish()",
        ])
    }

    @Test func `a test receives an output that an effect delivers later`() async throws {
      let session = try await tea("Type \"l\"\nSleep 2s\n")

      let code = try session.log.testCode(of: 1...session.log.epochCount, lane: session.reactor)

      #expect(
        lines(of: code).filter { !$0.contains("clock") } == [
          "// l", "store.send(.brewLater)", "await store.receive(output: .ready(cups: 1))", "await store.finish()",
        ])
    }

    @Test func `a test begins where the reactor last had its initial state`() async throws {
      let session = try await RecordedSession.signIn("Type \"m\"\nBackspace\nType \"a\"\nType \"b\"\n")

      let code = try session.log.testCode(of: [4], lane: session.reactor)

      #expect(!code.contains("\"m\"") && code.contains("// a") && code.contains("// b"))
    }

    @Test func `effects that are still running at the end are allowed`() async throws {
      let session = try await RecordedSession.counter("Type \"+\"\nSleep 1s\n")

      let code = try session.log.testCode(of: [1], lane: session.reactor)

      #expect(code.contains("TestStore(CounterReactor(), exhaustivity: .off)"))
      #expect(!code.contains("receive"))
    }

    @Test func `a private reactor has no name in another file`() {
      let screen = TestScreen()
      let log = InspectorLog(screen.window)
      log.start()
      let reactor = PrivateReactor()
      reactor.action.send(1)

      let error = #expect(throws: TestCodeError.self) { try log.testCode(of: [1], lane: 0) }

      #expect(log.lanes.first?.name == "PrivateReactor")
      guard case .noLiteral(let type, "the reactor", 1) = error else { return #expect(error == nil) }
      #expect(type.hasSuffix("PrivateReactor"))
    }

    @Test func `an object has no literal`() async throws {
      let session = try await RecordedSession.signIn("F3\n")

      let error = #expect(throws: TestCodeError.self) {
        try session.log.testCode(of: [1], lane: session.reactor)
      }

      #expect(error == .noLiteral(type: "Connection", path: "mutation.open", epoch: 1))
      #expect(error?.description.contains("mutation.open in epoch 1") == true)
    }

    @Test func `only a reactor that did something has a test`() async throws {
      let session = try await RecordedSession.counter("Type \"+\"\nSleep 1s\nF9\n")
      let view = try #require(session.log.lanes.firstIndex { $0.kind == .view })

      #expect(throws: TestCodeError.noReactor(lane: session.log.lanes[view].name)) {
        try session.log.testCode(of: [1], lane: view)
      }
      #expect(throws: TestCodeError.nothingHappened(lane: "CounterReactor")) {
        try session.log.testCode(of: [session.log.epochCount], lane: session.reactor)
      }
    }

    @Test func `the beginning of a released reactor is its initial state, not its first recorded state`() {
      let screen = TestScreen()
      let log = InspectorLog(screen.window)
      log.start()
      var reactor: TeaReactor? = TeaReactor()
      reactor?.action.send(.brew)
      log.clear()
      reactor?.action.send(.brew)

      reactor = nil

      #expect(throws: TestCodeError.unknownBeginning(lane: "TeaReactor")) { try log.testCode(of: [1], lane: 0) }
    }

    @Test func `no test can be generated if the beginning is no longer kept`() async throws {
      let session = try await RecordedSession.counter(capacity: 2)

      #expect(throws: TestCodeError.unknownBeginning(lane: "CounterReactor")) {
        try session.log.testCode(of: [session.log.epochCount], lane: session.reactor)
      }
    }
  }
}
