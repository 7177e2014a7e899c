import ReactorCore
import ReactorTerminal
import ReactorTesting
import ShowroomTestSupport
import ShowroomText
import ShowroomUploads
import Testing

@testable import ShowroomApp

@MainActor @Suite(.timeLimit(.minutes(20)))
struct DestinationTests {
  private let stage = Stage(60, 16)
  private let uploads: ScriptedUploads
  private var script: UploadScript { uploads.script }

  init() {
    uploads = ScriptedUploads(clock: stage.clock)
  }

  private func reactor() -> DestinationReactor {
    DestinationReactor(car: 1, uploads: uploads.live, clock: stage.clock)
  }

  private static let one = ScriptedUploads.web("one")

  @Test func `the current destination is checked at once, and a typed one after a pause in typing`() async {
    let store = TestStore(reactor())
    store.send(.load)
    await store.receive(.setDestinationStatus(.known(ScriptedUploads.info)), within: Showcase.timeout) {
      $0.destinationStatus = .known(ScriptedUploads.info)
    }
    for text in ["d", "dav+https://one.example.org/cars"] {
      let parsed = DestinationReactor.ParseResult.destination(text == "d" ? .folder("/srv/start/d") : Self.one)
      store.send(.edit(text)) { expect in
        expect(.setText(text, parsed)) {
          $0.text = text
          $0.parsed = parsed
          $0.destinationStatus = .blank
        }
      }
    }
    await stage.clock.advance(by: .milliseconds(299))
    #expect(script.with { $0.inspected } == ["/files"])
    await stage.clock.advance(by: .milliseconds(1))
    await store.receive(.setDestinationStatus(.known(ScriptedUploads.info)), within: Showcase.timeout) {
      $0.destinationStatus = .known(ScriptedUploads.info)
    }
    store.send(.confirm) { expect in expect(output: .chosen(Self.one)) }
    await store.finish(within: Showcase.timeout)
    #expect(script.with { $0.inspected } == ["/files", "\(Self.one)"])
    #expect(uploads.live.destination.value == Self.one)
  }

  @Test func `a late result is never shown for different text`() async {
    script.with { state in
      state.gated = ["\(Self.one)"]
      state.destinationInfos["\(Self.one)"] = .failure(UploadFailure(.forbidden, "No."))
    }
    let reactor = reactor()
    reactor.action.send(.edit("\(Self.one)"))
    await stage.clock.advance(by: .milliseconds(300))
    await script.asked(Self.one)
    reactor.action.send(.edit("/other"))
    await stage.clock.advance(by: .milliseconds(300))
    _ = await first(reactor.state(\.destinationStatus)) { $0 == .known(ScriptedUploads.info) }
    await script.answer(Self.one)
    for _ in 0..<20 { await Task.yield() }
    #expect(reactor.currentState.destinationStatus == .known(ScriptedUploads.info))
  }

  @Test func `an invalid destination shows an error and cannot be used`() async {
    let store = TestStore(reactor())
    let error = DestinationError.unknownScheme("ftp", text: "ftp://x")
    store.send(.edit("ftp://x")) { expect in
      expect(.setText("ftp://x", .invalid(error))) {
        $0.text = "ftp://x"
        $0.parsed = .invalid(error)
      }
    }
    store.send(.confirm)
    await store.finish(within: Showcase.timeout)
  }

  @Test func `a read-only or failing destination requires confirmation, and an unauthorized one sign-in`() async {
    var refusing = ScriptedUploads.info
    refusing.readOnlyReason = "The folder cannot be written."
    let reactor = reactor()
    let outputs = Recorder(reactor.outputs)
    reactor.action.send(.load)
    _ = await first(reactor.state(\.destinationStatus)) { $0 == .known(ScriptedUploads.info) }
    for (answer, reason) in [
      (.success(refusing), "The folder cannot be written."),
      (.failure(UploadFailure(.unavailable, "No answer.", status: 503)), "No answer. (HTTP status 503)"),
    ] as [(Result<DestinationInfo, UploadFailure>, String)] {
      script.with { $0.destinationInfos["/files"] = answer }
      reactor.action.send(.load)
      _ = await first(reactor.state(\.destinationStatus)) { $0 != .known(ScriptedUploads.info) }
      await eventually { (try? answer.get()) != nil || reactor.currentState.destinationStatus != .known(refusing) }
      reactor.action.send(.confirm)
      let question = DestinationReactor.Output.message(
        .question(
          "Use anyway?", text: reason,
          answers: [
            .cancel("Choose another"), .init("Use anyway", key: "u", isDestructive: true, sends: .confirmAnyway),
          ]))
      #expect(outputs.takeElements() == [question])
    }
    let missing = UploadFailure(.unauthorized, "Who?")
    script.with { $0.destinationInfos["/files"] = .failure(missing) }
    reactor.action.send(.load)
    _ = await first(reactor.state(\.destinationStatus)) { $0 == .failed(missing) }
    reactor.action.send(.confirm)
    #expect(outputs.takeElements() == [.authorizationRequired(ScriptedUploads.folder)])
    script.with { $0.destinationInfos["/files"] = nil }
    reactor.action.send(.authorized(ScriptedUploads.folder))
    _ = await first(reactor.state(\.destinationStatus)) { $0 == .known(ScriptedUploads.info) }
    reactor.action.send(.confirm)
    #expect(outputs.elements == [.chosen(ScriptedUploads.folder)])
  }

  // MARK: The screen

  private func show(_ reactor: DestinationReactor) -> DestinationView {
    let view = DestinationView()
    view.reactor = reactor
    stage.show(view)
    return view
  }

  @Test func `the screen shows the text field, the known destinations and the status of the current one`() async {
    uploads.live.choose(ScriptedUploads.web("한국"))
    uploads.live.choose(ScriptedUploads.folder)
    let reactor = reactor()
    _ = show(reactor)
    _ = await first(reactor.state(\.destinationStatus)) { $0 == .known(ScriptedUploads.info) }
    stage.expect(
      """
       Cars › Destination
       /files

        Known destinations
      ▸ /files                                     default
        /home/me/uploads                           this computer
        dav+https://xn--3e0b707e.example.org/cars  used before





       Supports     local folder · not resumable · atomic · chec…
       Free space   96.4 GB · no known size limit
       Contents     no files for this car
       Enter Use  ^O Sign in  Esc Cancel
      """)
  }

  @Test func `a destination that does not require sign-in says so`() {
    let reactor = reactor()
    let outputs = Recorder(reactor.outputs)
    _ = show(reactor)
    stage.window.installStandardCommands {}

    stage.terminal.press(.control("o"))

    #expect(stage.text.contains("The destination does not require sign-in."))
    #expect(outputs.elements.isEmpty)
  }

  @Test func `an empty field names the kinds of destinations in ASCII`() {
    let stage = Stage(70, 16, ascii: true)
    let view = DestinationView()
    view.reactor = reactor()
    stage.show(view)
    stage.terminal.press(.control("u"))
    #expect(stage.text.contains("A folder, or https://, dav+https://, tus+https:// or s3://"))
    #expect(stage.text.allSatisfy { $0.isASCII })
  }

  @Test func `the keys that move the selection obey the keymap`() {
    let reactor = reactor()
    _ = show(reactor)
    stage.window.keymap = Keymap([ListCommands.down.id: ["f8"], ListCommands.up.id: ["f9"]])

    stage.terminal.press(.down)
    #expect(reactor.currentState.text == "/files")
    stage.terminal.press("f8")
    #expect(reactor.currentState.text == "/home/me/uploads")
    stage.terminal.press(.up)
    #expect(reactor.currentState.text == "/home/me/uploads")
    stage.terminal.press("f9")
    #expect(reactor.currentState.text == "/files")
  }

  @Test func `arrows select known destinations, typing enters any other, and Esc cancels`() async {
    let reactor = reactor()
    _ = show(reactor)
    stage.terminal.press(.down)
    #expect(reactor.currentState.text == "/home/me/uploads")
    stage.terminal.press(.down, .up)
    #expect(reactor.currentState.text == "/files")
    stage.terminal.press(.control("u"))
    stage.terminal.type("qh")
    #expect(reactor.currentState.text == "qh")
    stage.terminal.press(.control("u"))
    stage.terminal.type("ftp://x")
    #expect(stage.text.contains("\"ftp://x\" begins with ftp://; enter a folder"))
    let outputs = Recorder(reactor.outputs)
    stage.terminal.press(.enter)
    #expect(outputs.elements.isEmpty)
    stage.terminal.press(.escape)
    #expect(outputs.elements == [.canceled] && uploads.live.destination.value == ScriptedUploads.folder)
  }

  @Test func `the reason why a text is invalid is shown only below it`() {
    let reactor = reactor()
    _ = show(reactor)
    stage.window.installStandardCommands {}
    stage.terminal.press(.control("u"))
    stage.terminal.type("ftp://x")
    let before = stage.text

    stage.terminal.press(.enter)
    #expect(stage.text == before)

    stage.terminal.press(.control("u"), .enter)
    #expect(stage.text.contains("The destination is empty"))
  }

  @Test func `a path that is not a folder is an error, and its reason wraps`() async {
    var info = ScriptedUploads.info
    info.files = nil
    info.readOnlyReason = "Part of /etc/hosts/x is not a folder; choose another destination."
    script.with { [info] in $0.destinationInfos["/files"] = .success(info) }
    let reactor = reactor()
    _ = show(reactor)

    _ = await first(reactor.state(\.destinationStatus)) { $0 == .known(info) }

    #expect(
      stage.text.contains(
        """
         Error        Part of /etc/hosts/x is not a folder; choose
                      another destination.
        """))
  }

  @Test func `the total size of the files at a destination has a limit`() {
    var info = ScriptedUploads.info
    info.files = ["a", "b"].map { StoredFile(name: $0, location: "/\($0)", size: .max) }

    let facts = DestinationFacts(.known(info), isASCII: false).facts

    #expect(facts.last?.text == "2 files, \(ByteFormatting.size(.max)): a, b")
  }

  @Test func `using a read-only destination shows a dialog with the reason, which Enter cancels`() async {
    var refusing = ScriptedUploads.info
    refusing.readOnlyReason = "The folder cannot be written."
    script.with { [refusing] in $0.destinationInfos["/files"] = .success(refusing) }
    let reactor = reactor()
    _ = show(reactor)
    _ = await first(reactor.state(\.destinationStatus)) { $0 == .known(refusing) }
    stage.terminal.press(.enter)
    #expect(stage.text.contains("The folder cannot be written.") && stage.text.contains("[Choose another]"))
    let outputs = Recorder(reactor.outputs)
    stage.terminal.press(.enter)
    #expect(outputs.elements.isEmpty)
    stage.terminal.press(.enter, "u")
    #expect(outputs.elements.last == .chosen(ScriptedUploads.folder))
  }
}
