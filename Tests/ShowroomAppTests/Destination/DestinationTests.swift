import Catalogue
import ReactorCore
import ReactorTerminal
import ReactorTesting
import Testing
import Uploads

@testable import ShowroomApp

@MainActor @Suite("Choosing a destination", .timeLimit(.minutes(5)))
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

  @Test("the present one is written and asked; one that is typed is asked once nothing more is typed")
  func typing() async {
    let store = TestStore(reactor())
    store.send(.load)
    await store.receive(.setGround(.known(ScriptedUploads.survey)), within: Showcase.patience) {
      $0.ground = .known(ScriptedUploads.survey)
    }
    for text in ["d", "dav+https://one.example.org/cars"] {
      let reading = DestinationReactor.Reading.destination(text == "d" ? .folder("/srv/start/d") : Self.one)
      store.send(.edit(text)) { expect in
        expect(.setText(text, reading)) {
          $0.text = text
          $0.reading = reading
          $0.ground = .blank
        }
      }
    }
    await stage.clock.advance(by: .milliseconds(299))
    #expect(script.with { $0.surveyed } == ["/files"])
    await stage.clock.advance(by: .milliseconds(1))
    await store.receive(.setGround(.known(ScriptedUploads.survey)), within: Showcase.patience) {
      $0.ground = .known(ScriptedUploads.survey)
    }
    store.send(.confirm) { expect in expect(.chosen(Self.one)) { $0.chosen = Self.one } }
    await store.finish(within: Showcase.patience)
    #expect(script.with { $0.surveyed } == ["/files", "\(Self.one)"])
    #expect(uploads.live.destination.value == Self.one)
  }

  @Test("a late answer never appears under another text")
  func lateAnswer() async {
    script.with { state in
      state.gated = ["\(Self.one)"]
      state.surveys["\(Self.one)"] = .failure(UploadFailure(.forbidden, "No."))
    }
    let reactor = reactor()
    reactor.action.send(.edit("\(Self.one)"))
    await stage.clock.advance(by: .milliseconds(300))
    await script.asked(Self.one)
    reactor.action.send(.edit("/other"))
    await stage.clock.advance(by: .milliseconds(300))
    _ = await first(reactor.state(\.ground)) { $0 == .known(ScriptedUploads.survey) }
    await script.answer(Self.one)
    for _ in 0..<20 { await Task.yield() }
    #expect(reactor.currentState.ground == .known(ScriptedUploads.survey))
  }

  @Test("what is no destination says why, and cannot be taken")
  func mistake() async {
    let store = TestStore(reactor())
    let error = DestinationError.unknownScheme("ftp", text: "ftp://x")
    store.send(.edit("ftp://x")) { expect in
      expect(.setText("ftp://x", .mistake(error))) {
        $0.text = "ftp://x"
        $0.reading = .mistake(error)
      }
    }
    store.send(.confirm)
    await store.finish(within: Showcase.patience)
  }

  @Test("one that refuses, or fails, is taken only after a question; one that wants credentials gets them first")
  func questions() async {
    var refusing = ScriptedUploads.survey
    refusing.refusal = "The folder cannot be written."
    let reactor = reactor()
    reactor.action.send(.load)
    _ = await first(reactor.state(\.ground)) { $0 == .known(ScriptedUploads.survey) }
    for (answer, reason) in [
      (.success(refusing), "The folder cannot be written."),
      (.failure(UploadFailure(.unavailable, "No answer.", status: 503)), "No answer. (HTTP status 503)"),
    ] as [(Result<Survey, UploadFailure>, String)] {
      script.with { $0.surveys["/files"] = answer }
      reactor.action.send(.load)
      _ = await first(reactor.state(\.ground)) { $0 != .known(ScriptedUploads.survey) }
      await eventually { (try? answer.get()) != nil || reactor.currentState.ground != .known(refusing) }
      reactor.action.send(.confirm)
      #expect(reactor.currentState.question == .init(destination: ScriptedUploads.folder, reason: reason))
      #expect(reactor.currentState.chosen == nil)
    }
    let missing = UploadFailure(.unauthorised, "Who?")
    script.with { $0.surveys["/files"] = .failure(missing) }
    reactor.action.send(.load)
    _ = await first(reactor.state(\.ground)) { $0 == .failed(missing) }
    reactor.action.send(.confirm)
    #expect(reactor.currentState.authorisationRequired == ScriptedUploads.folder)
    script.with { $0.surveys["/files"] = nil }
    reactor.action.send(.authorised(ScriptedUploads.folder))
    _ = await first(reactor.state(\.ground)) { $0 == .known(ScriptedUploads.survey) }
    reactor.action.send(.confirm)
    #expect(reactor.currentState.chosen == ScriptedUploads.folder)
  }

  // MARK: The screen

  private func show(_ reactor: DestinationReactor) -> DestinationView {
    let view = DestinationView()
    view.reactor = reactor
    stage.show(view)
    return view
  }

  @Test("a line to write it, the known ones, and what the one that is written says of itself")
  func screen() async {
    uploads.live.choose(ScriptedUploads.web("한국"))
    uploads.live.choose(ScriptedUploads.folder)
    let reactor = reactor()
    _ = show(reactor)
    _ = await first(reactor.state(\.ground)) { $0 == .known(ScriptedUploads.survey) }
    stage.expect(
      """
       Cars › Destination
       /files

        Known
      ▸ /files                                    default   
        /home/me/uploads                          on this machine
        dav+https://xn--3e0b…7e.example.org/cars  used before





       Supports     local folder · not resumable · atomic · chec…
       Free space   96.4 GB · no known size limit
       Contents     no files of this car
       Enter Use  Esc Cancel
      """)
  }

  @Test("the arrows write what is known, typing writes anything, Esc leaves everything as it is")
  func keys() async {
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
    #expect(stage.text.contains("\"ftp://x\" begins with ftp://; a destination"))
    stage.terminal.press(.enter)
    #expect(reactor.currentState.chosen == nil)
    stage.terminal.press(.escape)
    #expect(reactor.currentState.cancelled && uploads.live.destination.value == ScriptedUploads.folder)
  }

  @Test("taking one that refuses is a dialog with the reason, and the keyboard on the way out")
  func dialog() async {
    var refusing = ScriptedUploads.survey
    refusing.refusal = "The folder cannot be written."
    script.with { [refusing] in $0.surveys["/files"] = .success(refusing) }
    let reactor = reactor()
    _ = show(reactor)
    _ = await first(reactor.state(\.ground)) { $0 == .known(refusing) }
    stage.terminal.press(.enter)
    #expect(stage.text.contains("The folder cannot be written.") && stage.text.contains("[Choose another]"))
    stage.terminal.press(.enter)
    #expect(reactor.currentState.chosen == nil)
    stage.terminal.press(.enter, "u")
    #expect(reactor.currentState.chosen == ScriptedUploads.folder)
  }
}
