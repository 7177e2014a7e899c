import Foundation
import ReactorCore
import ReactorTerminal
import Testing

@testable import ReactorInspector

extension ExportTests {
  @MainActor
  struct TraceTests {
    @Test(arguments: [
      ("a.json", TraceFormat.chrome), ("a/b.redux.json", .redux), ("trace.jsonl", .jsonLines), ("trace.txt", nil),
      ("json", nil),
    ])
    func `the name of a file stands for a format`(path: String, format: TraceFormat?) {
      #expect(TraceFormat(path: path) == format)
    }

    @Test(arguments: [
      ("0", true), ("-1", true), ("10", true), ("1.5e-05", true), ("2E+3", true), ("-0.5", true), ("01", false),
      ("-", false), ("1.", false), (".5", false), ("1e", false), ("", false), ("1x", false), ("inf", false),
      ("0x1", false), ("+1", false),
    ])
    func `only what JSON accepts is a number`(text: String, isNumber: Bool) {
      #expect(TraceJSON.isNumber(text) == isNumber)
    }

    @Test(arguments: TraceFormat.allCases)
    func `the same session has the same trace`(format: TraceFormat) async throws {
      let tape = RecordedSession.counting + "Up\n"
      let first = try await RecordedSession.counter(tape)
      let second = try await RecordedSession.counter(tape)

      #expect(first.log.trace(format) == second.log.trace(format))
      #expect(first.log.epochs.count > 5)
    }

    @Test(arguments: TraceFormat.allCases)
    func `a trace contains neither addresses nor values that depend on the run`(format: TraceFormat) async throws {
      let first = try await RecordedSession.signIn("F3\n")
      let second = try await RecordedSession.signIn("F3\n")

      #expect(first.log.trace(format) == second.log.trace(format))
      #expect(first.log.trace(format).contains("Connection"))
      if format != .chrome { #expect(first.log.trace(format).contains("Visit")) }
    }

    @Test(arguments: TraceFormat.allCases)
    func `texts that depend on the run are replaced`(format: TraceFormat) async throws {
      let log = try await RecordedSession.signIn("Type \"/tmp/4711/\"\n").log
      log.replacements = ["/tmp/4711": "/demo"]

      let trace = log.trace(format)

      #expect(trace.contains("/demo/") && !trace.contains("/tmp/4711"))
    }

    @Test func `no export contains a secret`() async throws {
      let session = try await RecordedSession.signIn("Type \"me\"\nTab\nType \"Ωhunter2\"\nCopy \"opal\"\nPaste\nF2\n")
      let log = session.log
      let epochs = 1...log.epochCount

      var exports = TraceFormat.allCases.map(log.trace)
      exports.append(log.tape(of: epochs, size: RecordedSession.size, title: "A session"))
      exports.append(try log.testCode(of: epochs, lane: session.reactor))

      let reactor = try #require(log.lanes[session.reactor].source.object as? SignInReactor)
      #expect(reactor.currentState.password.value == "Ωhunter2opal")
      for export in exports {
        #expect(!export.contains("Ω") && !export.contains("hu") && !export.contains("opal"), "\(export)")
        #expect(export.contains("me"))
      }
      for trace in exports.prefix(3) { #expect(trace.contains("••••")) }
    }

    @Test(.timeLimit(.minutes(20)), arguments: TraceFormat.allCases)
    func `a trace of a state with 40,000 lines is written at once, and is short where it shows changes`(
      format: TraceFormat
    ) async throws {
      let session = try await RecordedSession.play("Type \"nnnnn\"\n") { _ in
        let view = LinesView()
        let reactor = LinesReactor()
        view.reactor = reactor
        return (view, reactor)
      }

      let trace = session.log.trace(format)

      #expect(session.log.epochCount == 5)
      // Two formats contain the states, with eight bytes for each line, and all of them short changes.
      let states = format == .chrome ? 0 : (session.log.epochCount + 1) * 40_000 * 8
      #expect(trace.utf8.count < states + 40_000, "\(trace.utf8.count)")
      #expect(trace.utf8.count > 1_000)
    }

    @Test func `a line of JSON contains everything about an epoch`() async throws {
      let log = try await RecordedSession.counter("Type \"+\"\nSleep 1s\n").log

      let lines = log.trace(.jsonLines).split(separator: "\n")

      #expect(lines.count == 3)
      let first = try #require(JSONSerialization.jsonObject(with: Data(lines[0].utf8)) as? [String: Any])
      let items = try #require(first["items"] as? [[String: Any]])
      #expect((first["trigger"] as? [String: Any])?["events"] as? [String] == ["+"])
      #expect(
        items.compactMap { $0["kind"] as? String }.prefix(6) == [
          "command", "action", "effectStarted", "effectEmitted", "mutation", "state",
        ])
      #expect(items[0]["name"] as? String == "counter.increase" && items[1]["text"] as? String == ".increase")
      #expect(items[4]["value"] as? [String: Bool] == ["setLoading": true])
      #expect(
        items[5]["change"] as? [String] == [
          "  State(", "-   isLoading: false", "+   isLoading: true", "    … 1 more is equal", "  )",
        ])
      #expect(lines[1].contains("\"time\": 500000, \"trigger\": {\"kind\": \"effect\", \"lane\": \"CounterReactor\""))
      #expect(lines[1].contains("\"startedIn\": 1"))
    }

    @Test func `the Redux DevTools get the actions and the states after each`() async throws {
      let log = try await RecordedSession.counter("Type \"+\"\nSleep 1s\nType \"-\"\n").log

      let file = try JSONSerialization.jsonObject(with: Data(log.trace(.redux).utf8)) as? [String: String]
      let payload = try #require(file?["payload"])
      let trace = try #require(JSONSerialization.jsonObject(with: Data(payload.utf8)) as? [String: Any])

      let actions = try #require(trace["actionsById"] as? [String: [String: Any]])
      let types = (0..<3).map { (actions["\($0)"]?["action"] as? [String: Any])?["type"] as? String }
      #expect(types == ["@@INIT", "CounterReactor.increase", "CounterReactor.decrease"])
      #expect(actions.values.allSatisfy { $0["type"] as? String == "PERFORM_ACTION" && $0["timestamp"] is Int })
      let states = try #require(trace["computedStates"] as? [[String: [String: [String: Int]]]])
      // Foundation reads `true` as 1.
      #expect(
        states.map { $0["state"]?["CounterReactor"] } == [
          ["value": 0, "isLoading": 0], ["value": 1, "isLoading": 0], ["value": 1, "isLoading": 1],
        ])
      #expect(payload.contains("\"value\": 1, \"isLoading\": true"))
      #expect(trace["stagedActionIds"] as? [Int] == [0, 1, 2] && trace["nextActionId"] as? Int == 3)
      #expect(trace["currentStateIndex"] as? Int == 2)
    }

    @Test func `values are JSON of their kind`() {
      enum Page { case list, details(Int, title: String), search(String) }
      struct Value {
        var page: [Page] = [.list, .details(1, title: "a\n\"b\""), .search("é\u{1}")]
        var ratio = 0.5, none: Int?, prices = ["b": 2, "a": 1], size = (1, 2), name = "1", tags: Set = ["y", "x"]
      }

      #expect(
        TraceJSON.value(ValueTree(Value())) == #"{"page": [".list", "#
          + #"{"details": [1, "a\n\"b\""]}, {"search": "é\u0001"}], "ratio": 0.5, "none": null, "#
          + #""prices": {"\"a\"": 1, "\"b\"": 2}, "size": [1, 2], "name": "1", "tags": ["x", "y"]}"#)
    }
  }
}

/// A text of many lines, each of which an action changes.
private final class LinesReactor: Reactor {
  enum Action: Sendable { case next }
  enum Mutation: Sendable { case next }
  struct State: Sendable {
    var round = 0
    var lines = Array(0..<40_000)
  }

  let store = Store<LinesReactor>(State())

  func mutate(action: Action) -> Observable<Mutation> { .just(.next) }

  func reduce(into state: inout State, mutation: Mutation) {
    state.round += 1
    for line in state.lines.indices { state.lines[line] += 40_000 }
  }
}

private final class LinesView: ReactorView<LinesReactor> {
  override func bind(reactor: LinesReactor) {
    keys("n", id: CommandID("next"), title: "Next").map { .next }.bind(to: reactor.action)
  }
}
