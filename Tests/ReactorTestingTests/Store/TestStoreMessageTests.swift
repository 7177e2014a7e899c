import Foundation
import ReactorCore
import ReactorTesting
import Synchronization
import Testing

/// What the messages of a test store say, and how long they take.
@MainActor
@Suite struct TestStoreMessageTests {
  @MainActor
  final class Reports {
    var messages: [String] = []
  }

  /// A reactor with a password, data, and a text, none of which is stated by the tests.
  private final class AccountReactor: Reactor {
    enum Action { case signIn(String), setText([String]), setNote(String), load }
    struct User: Sendable {
      var name = "ann"
      var password = Secret("")
    }
    struct State: Sendable {
      var user = User()
      var picture = Data([1, 2])
      var lines: [String] = []
      var note = ""
      @Pulse var notice: String?
    }
    let store = Store<AccountReactor>(State())

    func mutate(action: Action) -> Observable<Action> {
      if case .load = action { .never } else { .just(action) }
    }

    func reduce(into state: inout State, mutation: Action) {
      switch mutation {
      case .signIn(let password):
        state.user.password = Secret(password)
        state.picture = Data([1, 3])
      case .setText(let lines): state.lines = lines
      case .setNote(let note): state.note = note
      case .load: break
      }
    }
  }

  private let reports = Reports()
  private let clock = VirtualClock()

  private func accountStore() -> TestStore<AccountReactor> {
    TestStore(AccountReactor()) { [reports] message, _ in reports.messages.append(message) }
  }

  private func loadingStore() -> TestStore<LoadingReactor> {
    TestStore(LoadingReactor(clock: clock)) { [reports] message, _ in reports.messages.append(message) }
  }

  // MARK: Differences that a text does not show

  @Test func `a difference that cannot be read is reported with its path`() {
    let store = accountStore()
    store.send(.signIn("hunter2")) { expect in expect(.signIn("hunter2")) { $0.user.name = "ann" } }
    store.send(.signIn("letmein"))

    #expect(
      reports.messages.first
        == """
        The state after .signIn("hunter2") is different (- expected, + actual):

          .picture: both read 2 bytes, but they are not equal
          .user.password: both read ••••, but they are not equal

        """)
    #expect(
      reports.messages.last
        == """
        1 mutation was not stated after .signIn("letmein") was sent:

        + .signIn("letmein")
                .user.password: both read ••••, but they are not equal

        """)
  }

  @Test func `an event in a case of an enum is stated by assigning the pulse`() {
    final class LoadedReactor: Reactor {
      enum Action { case notify }
      struct Loaded: Sendable { @Pulse var notice: String? = "hello" }
      enum State: Sendable { case loaded(Loaded) }
      let store = Store<LoadedReactor>(.loaded(Loaded()))
      func reduce(into state: inout State, mutation: Action) {
        guard case .loaded(var loaded) = state else { return }
        loaded.notice = "hello"
        state = .loaded(loaded)
      }
    }
    let store = TestStore(LoadedReactor()) { [reports] message, _ in reports.messages.append(message) }

    store.send(.notify) { expect in
      expect(.notify) {
        guard case .loaded(var loaded) = $0 else { return }
        loaded.notice = "hello"
        $0 = .loaded(loaded)
      }
    }
    #expect(reports.messages == [])
    store.send(.notify) { expect in expect(.notify) }

    #expect(reports.messages.first?.contains("+     notice: \"hello\" (fired)") == true)
  }

  // MARK: The end

  @Test func `a store that was finished reports every later call`() async {
    let store = loadingStore()
    await store.finish()
    #expect(reports.messages == [])

    store.send(.rename("new"))
    store.send(.rename("new")) { expect in expect(.rename("wrong")) }
    await store.receive(.add(1))
    await store.receive(where: { _ in true })
    let error = await store.receiveError()
    await store.finish()

    #expect(error == nil)
    #expect(
      reports.messages
        == Array(repeating: "The test store checks nothing after finish(). Call finish() last.", count: 6))
  }

  // MARK: Waiting

  @Test func `a mutation that cannot arrive is not waited for`() async {
    let store = loadingStore()

    await store.receive(.add(1))
    await store.receiveError()

    #expect(
      reports.messages == [
        ".add(1) was expected, but no mutation arrived within 0.25 seconds; no effect is running.",
        "An error was expected, but none arrived within 0.25 seconds; no effect is running.",
      ])
  }

  @Test func `a missing mutation is reported with the actions of the effects and what sleeps`() async {
    let store = loadingStore()
    store.send(.increase) { expect in expect(.setLoading(true)) { $0.isLoading = true } }
    store.send(.hang)

    await store.receive(.add(1), within: .milliseconds(1))
    await store.finish(within: .zero)

    #expect(
      reports.messages == [
        ".add(1) was expected, but no mutation arrived within 0.001 seconds; 2 effects are running: .increase, .hang; "
          + "1 task sleeps on its virtual clock, the first for another 1.0 seconds.",
        "2 effects were still running when the test finished: .increase, .hang; "
          + "1 task sleeps on its virtual clock, the first for another 1.0 seconds.",
      ])
  }

  @Test func `the action of an effect that has ended is not reported`() async {
    let store = loadingStore()
    store.send(.increase) { expect in expect(.setLoading(true)) { $0.isLoading = true } }
    store.send(.hang)
    await clock.advance(by: .seconds(1))
    await store.receive(.add(1)) { $0.value = 1 }
    await store.receive(.setLoading(false)) { $0.isLoading = false }

    await store.finish(within: .zero)

    #expect(reports.messages == ["1 effect was still running when the test finished: .hang."])
  }

  // MARK: Size

  @Test func `a message about large values is short`() {
    let store = accountStore()
    let lines = (1...20_000).map { "line \($0)" }
    let note = lines.joined(separator: "\n")

    store.send(.setText(lines))
    store.send(.setText(lines.reversed())) { expect in expect(.setText(lines)) }
    store.send(.setText([])) { expect in expect(.setText([])) }
    store.send(.setNote(note)) { expect in expect(.setNote("")) }
    store.send(.setNote(note + "!")) { expect in expect(.setNote(note + "!")) }

    #expect(reports.messages.count == 5)
    for message in reports.messages { #expect(message.count < 5_000) }
    #expect(reports.messages.first?.contains("more lines") == true)
  }

  /// A value that counts how often it is compared and described, and that never shows its number.
  private struct Counted: Equatable, CustomStringConvertible, Sendable {
    let number: Int
    let work: Work

    final class Work: Sendable {
      let comparisons = Mutex(0)
      let descriptions = Mutex(0)
    }

    var description: String {
      work.descriptions.withLock { $0 += 1 }
      return "counted"
    }

    static func == (left: Counted, right: Counted) -> Bool {
      left.work.comparisons.withLock { $0 += 1 }
      return left.number == right.number
    }
  }

  private struct LongError: Error, CustomStringConvertible {
    let description = String(repeating: "long ", count: 10_000)
  }

  /// A reactor that replaces its values, adds to them one by one, or fails.
  private final class ListReactor: Reactor {
    enum Action { case set([any Sendable]), add([Int]), fail }
    enum Mutation { case set([any Sendable]), add(Int) }
    struct State: Sendable {
      var values: [any Sendable] = []
      var numbers: [Int] = []
    }
    let store: Store<ListReactor>

    init(_ values: [any Sendable] = []) { store = Store(State(values: values)) }

    func mutate(action: Action) -> Observable<Mutation> {
      switch action {
      case .set(let values): .just(.set(values))
      case .add(let numbers): Observable.from(numbers).map { .add($0) }
      case .fail: .error(LongError())
      }
    }

    func reduce(into state: inout State, mutation: Mutation) {
      switch mutation {
      case .set(let values): state.values = values
      case .add(let number): state.numbers.append(number)
      }
    }
  }

  private func listStore(_ values: [any Sendable] = []) -> TestStore<ListReactor> {
    TestStore(ListReactor(values)) { [reports] message, _ in reports.messages.append(message) }
  }

  @Test func `a message about 20,000 values that read the same names 20 of them`() {
    let data = (0..<2).map { version in (0..<20_000).map { Data([UInt8($0 & 0xFF), UInt8(version)]) } }
    let store = listStore(data[0])

    store.send(.set(data[1])) { expect in expect(.set(data[1])) }

    #expect(reports.messages.count == 1)
    let lines = reports.messages.first?.split(separator: "\n") ?? []
    #expect(lines.count == 22)
    #expect(lines.dropFirst().first == "  .values[0]: both read 2 bytes, but they are not equal")
    #expect(lines.last == "  … 19,980 more")
  }

  @Test func `the cost of a message grows with the number of values, not with its square`() {
    var counts: [[Int]] = []
    for count in [1_000, 10_000] {
      let work = Counted.Work()
      let values = (0..<2).map { version in (0..<count).map { Counted(number: $0 + version, work: work) } }
      let store = listStore(values[0])

      store.send(.set(values[1])) { expect in expect(.set(values[1])) }

      counts.append([work.comparisons.withLock { $0 }, work.descriptions.withLock { $0 }])
    }
    #expect(reports.messages.count == 2)
    for (small, large) in zip(counts[0], counts[1]) { #expect(large <= small * 11, "\(counts)") }
    #expect(counts[1][0] < 10_000 * 10)
  }

  @Test func `a message about 20,000 mutations shows 20 of them, and looks at no others`() {
    let store = listStore()

    store.send(.add(Array(1...20_000)))

    #expect(reports.messages.count == 1)
    let message = reports.messages.first ?? ""
    #expect(message.hasPrefix("20,000 mutations were not stated after .add("))
    #expect(message.hasSuffix("\n… 19,980 more\n"))
    #expect(message.contains("+ .add(20)") && !message.contains("+ .add(21)"))
    #expect(message.count < 5_000)
    #expect(store.state.numbers.count == 20_000)
  }

  @Test func `a message about many and long errors is short`() async {
    let store = listStore()
    for _ in 0..<20_000 { store.reactor.action.send(.fail) }

    await store.finish()

    #expect(reports.messages.count == 21)
    #expect(reports.messages.first?.hasPrefix("An error was not stated when the test finished: long long") == true)
    #expect(reports.messages.last == "19,980 more errors were not stated when the test finished.")
    for message in reports.messages { #expect(message.count < 1_000) }
  }
}
