import Catalogue
import ReactorCore
import ReactorTesting
import Testing
import Uploads

@testable import ShowroomApp

/// Changing the destination or the car reloads what depends on it, all at once: what is shown never mixes two choices.
@MainActor @Suite("What depends on the destination and the car", .timeLimit(.minutes(5)))
struct UploadChoiceTests {
  private let showcase: Showcase
  private let uploads = ScriptedUploads()
  private var script: UploadScript { uploads.script }

  init() async throws {
    showcase = try await Showcase(loadIndex: false)
    for name in ["one", "two", "three"] {
      let destination = ScriptedUploads.web(name)
      script.with { state in
        state.gated.insert("\(destination)")
        state.surveys["\(destination)"] = .success(Self.survey(name))
      }
    }
    script.with {
      $0.attachments = [
        1: [ScriptedUploads.attachment(1, "first.pdf")], 2: [ScriptedUploads.attachment(2, "second.pdf", car: 2)],
      ]
    }
  }

  private nonisolated static func survey(_ name: String) -> Survey {
    var survey = ScriptedUploads.survey
    survey.engine = name
    return survey
  }

  private func reactor() -> UploadReactor {
    UploadReactor(car: 1, catalogue: showcase.live, uploads: uploads.live, clock: uploads.clock)
  }

  @Test("another destination: what was known of the old one is gone at once, and the answer comes in one step")
  func another() async {
    let store = TestStore(reactor())
    store.send(.load) { expect in expect(.beginRefresh) { $0.isAsking = true } }
    let attachments = [ScriptedUploads.attachment(1, "first.pdf")]
    await store.receive(
      .answer(.init(survey: .success(ScriptedUploads.survey), attachments: attachments)), within: Showcase.patience
    ) {
      $0.ground = .known(ScriptedUploads.survey)
      $0.attachments = attachments
      $0.isAsking = false
    }
    let one = ScriptedUploads.web("one")
    uploads.live.choose(one)
    let choice = UploadReactor.Choice(car: 1, destination: one)
    await store.receive(.choose(choice, carName: "Kia K5 2021")) {
      $0.choice = choice
      $0.ground = .blank
      $0.attachments = []
      $0.isAsking = true
    }
    await script.asked(one)
    await uploads.clock.advance(by: .milliseconds(150))
    await store.receive(.sayAsking) { $0.ground = .asking }
    await script.answer(one)
    await store.receive(
      .answer(.init(survey: .success(Self.survey("one")), attachments: attachments)), within: Showcase.patience
    ) {
      $0.ground = .known(Self.survey("one"))
      $0.attachments = attachments
      $0.isAsking = false
    }
    await store.finish(within: Showcase.patience)
    #expect(uploads.clock.sleeperCount == 0)
  }

  @Test("the answer of the old destination, later than that of the new one, is never heard")
  func lateAnswer() async throws {
    let reactor = reactor()
    let states = Recorder(reactor.state)
    let (one, two) = (ScriptedUploads.web("one"), ScriptedUploads.web("two"))
    uploads.live.choose(one)
    await script.asked(one)
    uploads.live.choose(two)
    await script.answer(two)
    try await showcase.wait(for: reactor) { $0.ground == .known(Self.survey("two")) }
    await script.answer(one)
    for _ in 0..<20 { await Task.yield() }
    await uploads.clock.advance(by: .seconds(1))
    #expect(reactor.currentState.ground == .known(Self.survey("two")))
    expectUnmixed(states.elements)
  }

  @Test("the answer of the old destination, earlier than that of the new one, is not heard either")
  func earlyAnswer() async throws {
    let reactor = reactor()
    let states = Recorder(reactor.state)
    let (one, two) = (ScriptedUploads.web("one"), ScriptedUploads.web("two"))
    uploads.live.choose(one)
    await script.asked(one)
    uploads.live.choose(two)
    await script.answer(one)
    for _ in 0..<20 { await Task.yield() }
    #expect(reactor.currentState.ground == .blank && reactor.currentState.isAsking)
    await script.answer(two)
    try await showcase.wait(for: reactor) { $0.ground == .known(Self.survey("two")) }
    expectUnmixed(states.elements)
  }

  @Test(
    "back and forth: only the last choice is answered, whatever the order of the answers", arguments: [true, false])
  func backAndForth(isForward: Bool) async throws {
    let reactor = reactor()
    let states = Recorder(reactor.state)
    let destinations = ["one", "two", "three"].map(ScriptedUploads.web)
    for destination in destinations {
      uploads.live.choose(destination)
      await script.asked(destination)
    }
    for destination in isForward ? destinations : destinations.reversed() { await script.answer(destination) }
    try await showcase.wait(for: reactor) { $0.ground == .known(Self.survey("three")) }
    for _ in 0..<20 { await Task.yield() }
    #expect(reactor.currentState.ground == .known(Self.survey("three")))
    expectUnmixed(states.elements)
  }

  @Test(
    "another car: its name, its files and its part of the queue, and nothing of the first; without a car, no question")
  func anotherCar() async throws {
    let reactor = reactor()
    let one = ScriptedUploads.web("one")
    uploads.live.choose(one)
    _ = reactor.action
    await script.answer(one)
    try await showcase.wait(for: reactor) { $0.ground == .known(Self.survey("one")) }
    script.with { _ = $0.gated.insert("\(one)") }
    let states = Recorder(reactor.state.skip(1))

    reactor.action.send(.setCar(2))

    #expect(reactor.currentState.carName == "Kia K5 2022")
    #expect(reactor.currentState.ground == .blank && reactor.currentState.attachments.isEmpty)
    await script.answer(one)
    try await showcase.wait(for: reactor) { $0.attachments.map(\.file.name) == ["second.pdf"] }
    #expect(states.elements.allSatisfy { $0.attachments.allSatisfy { $0.car == 2 } })

    reactor.action.send(.setCar(nil))
    #expect(reactor.currentState.carName == nil && !reactor.currentState.isAsking)
    #expect(reactor.currentState.ground == .blank && reactor.currentState.attachments.isEmpty)
  }

  @Test("a destination that cannot be asked says why in the place of what it can, and credentials can be given to it")
  func failure() async throws {
    let one = ScriptedUploads.web("one")
    let failure = UploadFailure(.unauthorised, "The server wants to know who you are.", status: 401)
    script.with { state in
      state.gated = []
      state.surveys["\(one)"] = .failure(failure)
    }
    let reactor = reactor()
    uploads.live.choose(one)
    reactor.action.send(.load)
    try await showcase.wait(for: reactor) { $0.ground == .failed(failure) }
    #expect(reactor.currentState.attachments.map(\.file.name) == ["first.pdf"])
    #expect(reactor.currentState.lacksCredentials == one)
    #expect(reactor.currentState.authorisationRequired == nil)
    reactor.action.send(.signIn)
    #expect(reactor.currentState.authorisationRequired == one)
  }

  @Test("a file that has arrived is among what the destination holds; one of another destination is not")
  func arrived() async throws {
    let reactor = reactor()
    reactor.action.send(.load)
    try await showcase.wait(for: reactor) { $0.ground == .known(ScriptedUploads.survey) }
    let attachment = ScriptedUploads.attachment(7, "a.pdf")
    let other = ScriptedUploads.attachment(8, "b.pdf", to: ScriptedUploads.web("one"))
    var state = reactor.currentState
    reactor.reduce(into: &state, mutation: .append(attachment))
    reactor.reduce(into: &state, mutation: .append(attachment))
    reactor.reduce(into: &state, mutation: .append(other))
    guard case .known(let survey) = state.ground else { return #expect(Bool(false)) }
    #expect(survey.files == [attachment.file])
    #expect(state.attachments.map(\.id) == [1, 7, 8])
  }

  /// Whether every state that was shown is of one choice.
  private func expectUnmixed(_ states: [UploadReactor.State], sourceLocation: SourceLocation = #_sourceLocation) {
    for state in states {
      guard case .known(let survey) = state.ground else { continue }
      #expect(
        "\(state.choice.destination)".contains("//\(survey.engine)."), "the answer of another destination",
        sourceLocation: sourceLocation)
    }
  }
}
