import ReactorCore
import ReactorTesting
import ShowroomUploads
import Testing

@testable import ShowroomApp

/// Changing the destination or the car reloads everything that depends on it in one step, so that the screen never
/// mixes two choices.
@MainActor @Suite(.timeLimit(.minutes(20)))
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
        state.destinationInfos["\(destination)"] = .success(Self.info(name))
      }
    }
    script.with {
      $0.attachments = [
        1: [ScriptedUploads.attachment(1, "first.pdf")], 2: [ScriptedUploads.attachment(2, "second.pdf", car: 2)],
      ]
    }
  }

  private nonisolated static func info(_ name: String) -> DestinationInfo {
    var info = ScriptedUploads.info
    info.engine = name
    return info
  }

  private func reactor() -> UploadReactor {
    UploadReactor(car: 1, catalog: showcase.live, uploads: uploads.live, clock: uploads.clock)
  }

  @Test func `another destination clears the old status at once and shows its own in one step`() async {
    let store = TestStore(reactor())
    store.send(.load)
    let attachments = [ScriptedUploads.attachment(1, "first.pdf")]
    await store.receive(
      .answer(.init(info: .success(ScriptedUploads.info), attachments: attachments)), within: Showcase.timeout
    ) {
      $0.destinationStatus = .known(ScriptedUploads.info)
      $0.attachments = attachments
    }
    let one = ScriptedUploads.web("one")
    uploads.live.choose(one)
    let choice = UploadReactor.Choice(car: 1, destination: one)
    await store.receive(.choose(choice, carName: "Kia K5 2021")) {
      $0.choice = choice
      $0.destinationStatus = .blank
      $0.attachments = []
    }
    await script.asked(one)
    await uploads.clock.advance(by: .milliseconds(150))
    await store.receive(.showChecking) { $0.destinationStatus = .checking }
    await script.answer(one)
    await store.receive(
      .answer(.init(info: .success(Self.info("one")), attachments: attachments)), within: Showcase.timeout
    ) {
      $0.destinationStatus = .known(Self.info("one"))
      $0.attachments = attachments
    }
    await store.finish(within: Showcase.timeout)
    #expect(uploads.clock.sleeperCount == 0)
  }

  @Test func `a result of the old destination after that of the new one is ignored`() async throws {
    let reactor = reactor()
    let states = Recorder(reactor.state)
    let (one, two) = (ScriptedUploads.web("one"), ScriptedUploads.web("two"))
    uploads.live.choose(one)
    await script.asked(one)
    uploads.live.choose(two)
    await script.answer(two)
    try await showcase.wait(for: reactor) { $0.destinationStatus == .known(Self.info("two")) }
    await script.answer(one)
    for _ in 0..<20 { await Task.yield() }
    await uploads.clock.advance(by: .seconds(1))
    #expect(reactor.currentState.destinationStatus == .known(Self.info("two")))
    expectUnmixed(states.elements)
  }

  @Test func `a result of the old destination before that of the new one is ignored`() async throws {
    let reactor = reactor()
    let states = Recorder(reactor.state)
    let (one, two) = (ScriptedUploads.web("one"), ScriptedUploads.web("two"))
    uploads.live.choose(one)
    await script.asked(one)
    uploads.live.choose(two)
    await script.answer(one)
    for _ in 0..<20 { await Task.yield() }
    #expect(reactor.currentState.destinationStatus == .blank)
    await script.answer(two)
    try await showcase.wait(for: reactor) { $0.destinationStatus == .known(Self.info("two")) }
    expectUnmixed(states.elements)
  }

  @Test(arguments: [true, false])
  func `only the last of several choices is shown, in whichever order results arrive`(isForward: Bool) async throws {
    let reactor = reactor()
    let states = Recorder(reactor.state)
    let destinations = ["one", "two", "three"].map(ScriptedUploads.web)
    for destination in destinations {
      uploads.live.choose(destination)
      await script.asked(destination)
    }
    for destination in isForward ? destinations : destinations.reversed() { await script.answer(destination) }
    try await showcase.wait(for: reactor) { $0.destinationStatus == .known(Self.info("three")) }
    for _ in 0..<20 { await Task.yield() }
    #expect(reactor.currentState.destinationStatus == .known(Self.info("three")))
    expectUnmixed(states.elements)
  }

  @Test func `another car shows only its own name and attachments, and without a car no check starts`() async throws {
    let reactor = reactor()
    let one = ScriptedUploads.web("one")
    uploads.live.choose(one)
    _ = reactor.action
    await script.answer(one)
    try await showcase.wait(for: reactor) { $0.destinationStatus == .known(Self.info("one")) }
    script.with { _ = $0.gated.insert("\(one)") }
    let states = Recorder(reactor.state.skip(1))

    reactor.action.send(.setCar(2))

    #expect(reactor.currentState.carName == "Kia K5 2022")
    #expect(reactor.currentState.destinationStatus == .blank && reactor.currentState.attachments.isEmpty)
    await script.answer(one)
    try await showcase.wait(for: reactor) { $0.attachments.map(\.file.name) == ["second.pdf"] }
    #expect(states.elements.allSatisfy { $0.attachments.allSatisfy { $0.car == 2 } })

    reactor.action.send(.setCar(nil))
    #expect(reactor.currentState.carName == nil)
    #expect(reactor.currentState.destinationStatus == .blank && reactor.currentState.attachments.isEmpty)
  }

  @Test func `a failed check shows its reason and allows sign-in`() async throws {
    let one = ScriptedUploads.web("one")
    let failure = UploadFailure(.unauthorized, "The server requires sign-in.", status: 401)
    script.with { state in
      state.gated = []
      state.destinationInfos["\(one)"] = .failure(failure)
    }
    let reactor = reactor()
    uploads.live.choose(one)
    reactor.action.send(.load)
    try await showcase.wait(for: reactor) { $0.destinationStatus == .failed(failure) }
    #expect(reactor.currentState.attachments.map(\.file.name) == ["first.pdf"])
    #expect(reactor.currentState.destinationRequiringSignIn == one)
    let outputs = Recorder(reactor.outputs)
    reactor.action.send(.signIn)
    #expect(outputs.elements == [.step(.credentialsRequired(one, 1, then: .queue))])
  }

  @Test func `a new attachment is added to the contents of its own destination only`() async throws {
    let reactor = reactor()
    reactor.action.send(.load)
    try await showcase.wait(for: reactor) { $0.destinationStatus == .known(ScriptedUploads.info) }
    let attachment = ScriptedUploads.attachment(7, "a.pdf")
    let other = ScriptedUploads.attachment(8, "b.pdf", to: ScriptedUploads.web("one"))
    var state = reactor.currentState
    reactor.reduce(into: &state, mutation: .append([attachment]))
    reactor.reduce(into: &state, mutation: .append([attachment]))
    reactor.reduce(into: &state, mutation: .append([other]))
    guard case .known(let info) = state.destinationStatus else { return #expect(Bool(false)) }
    #expect(info.files == [attachment.file])
    #expect(state.attachments.map(\.id) == [1, 7, 8])
  }

  /// Checks that no state mixes the results of two choices.
  private func expectUnmixed(_ states: [UploadReactor.State], sourceLocation: SourceLocation = #_sourceLocation) {
    for state in states {
      guard case .known(let info) = state.destinationStatus else { continue }
      #expect(
        "\(state.choice.destination)".contains("//\(info.engine)."), "the result of another destination",
        sourceLocation: sourceLocation)
    }
  }
}
