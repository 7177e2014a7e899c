import ReactorTesting
import Testing

@testable import ReactorCore

private final class FormReactor: Reactor {
  enum Action { case type(String), submit, wait }
  struct State {
    var name = ""
    var count = 0
    @Pulse var notice: String?
  }
  let store = Store<FormReactor>(State())

  func mutate(action: Action) -> Observable<Action> {
    if case .wait = action { .never } else { .just(action) }
  }

  func reduce(into state: inout State, mutation: Action) {
    switch mutation {
    case .type(let text): state.name += text
    case .submit:
      state.count += 1
      state.notice = nil
    case .wait: break
    }
  }
}

/// The tests run one at a time, because the output is global.
@MainActor
@Suite(.serialized) struct DebugTests {
  /// Returns the lines that `body` writes.
  private func lines(_ body: () -> Void) -> [String] {
    let before = DebugOutput.handler
    var lines: [String] = []
    DebugOutput.handler = { lines.append($0) }
    body()
    DebugOutput.handler = before
    return lines
  }

  @Test func `a stream writes its subscription, its elements, and its end`() {
    let lines = lines {
      _ = Observable.concat(.just(1), .just(2)).debug("numbers").bind { _ in }
    }

    #expect(lines == ["numbers: subscribed", "numbers: next 1", "numbers: next 2", "numbers: finished"])
  }

  @Test func `a stream writes a failure`() {
    struct Broken: Error {}

    let lines = lines {
      _ = Observable<Int>.error(Broken()).debug("numbers").subscribe(onError: { _ in })
    }

    #expect(lines == ["numbers: subscribed", "numbers: failed: Broken()"])
  }

  @Test func `a stream that is disposed of writes so once`() {
    let relay = Relay<Int>()

    let lines = lines {
      let subscription = relay.asObservable().debug("relay").bind { _ in }
      relay.send(1)
      subscription.dispose()
      subscription.dispose()
      relay.send(2)
    }

    #expect(lines == ["relay: subscribed", "relay: next 1", "relay: disposed"])
  }

  @Test func `a stream without a name is named after its position`() {
    let line = #line + 1
    let lines = lines { _ = Observable.just(1).debug().bind { _ in } }

    #expect(lines.first == "ReactorCoreTests/DebugTests.swift:\(line): subscribed")
  }

  @Test func `the elements arrive unchanged, and an effect keeps its ID`() {
    let relay = Relay<Int>()
    let recorder = Recorder(relay.asObservable().debug("relay").map { $0 * 2 })

    let lines = lines { relay.send(21) }

    #expect(lines == ["relay: next 21"])
    #expect(recorder.elements == [42])
  }

  @Test func `a reactor writes what it does, with the properties that change`() {
    let lines = lines {
      let reactor = FormReactor().debug("form")
      reactor.action.send(.type("Kia"))
      reactor.action.send(.submit)
      reactor.action.send(.wait)
    }

    #expect(
      lines == [
        "form: action type(\"Kia\")", "form: mutation type(\"Kia\")", "form: state name: \"\" → \"Kia\"",
        "form: action submit", "form: mutation submit", "form: state count: 0 → 1, notice: nil → nil",
        "form: action wait", "form: effect 1 started", "form: effect 1 canceled",
      ])
  }

  @Test func `a reactor writes a change that the text hides, and shortens long texts`() {
    final class NoteReactor: Reactor {
      enum Action { case type(String), setPassword(String) }
      struct State {
        var text = ""
        var password = Secret("")
      }
      let store = Store<NoteReactor>(State())
      func reduce(into state: inout State, mutation: Action) {
        switch mutation {
        case .type(let text): state.text = text
        case .setPassword(let password): state.password = Secret(password)
        }
      }
    }
    let text = (1...40_000).map { "line \($0)" }.joined(separator: "\n")

    let lines = lines {
      let reactor = NoteReactor().debug("note")
      reactor.action.send(.setPassword("hunter2"))
      reactor.action.send(.type(text))
      reactor.action.send(.type(text + "!"))
    }

    #expect(lines[2] == "note: state password: •••• → ••••")
    for line in lines { #expect(line.count < 2_100) }
    #expect(lines[3].hasSuffix(" more characters"), "\(lines[3].suffix(60))")
    #expect(lines[8].hasPrefix("note: state text: … ") && lines[8].hasSuffix("line 40000!\""), "\(lines[8])")
  }

  @Test func `control characters are escaped, because a terminal would interpret them`() {
    let lines = lines { DebugOutput.write("a\u{1B}[2J\nb\u{9B}c 기아") }

    #expect(lines == ["a\\u{1B}[2J\\nb\\u{009B}c 기아"])
  }

  @Test func `a reactor describes what keeps it busy`() {
    let reactor = FormReactor()
    let bag = DisposeBag()
    reactor.state(\.name).bind { _ in }.disposed(by: bag)
    reactor.action.send(.wait)

    #expect(reactor.activityDescription == "FormReactor: 1 effect, 1 subscriber")
  }
}
