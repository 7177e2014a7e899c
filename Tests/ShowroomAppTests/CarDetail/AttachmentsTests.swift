import ReactorCore
import ReactorTerminal
import ReactorTesting
import ShowroomCatalog
import ShowroomTestSupport
import ShowroomText
import ShowroomUploads
import Synchronization
import SystemPackage
import Testing

@testable import ShowroomApp

@MainActor @Suite(.timeLimit(.minutes(20)))
final class AttachmentsTests: CarDetailScreens {
  private let uploads = ScriptedUploads()
  private var script: UploadScript { uploads.script }

  private static let files = [
    ScriptedUploads.attachment(1, "brochure.pdf"),
    ScriptedUploads.attachment(2, "정비 이력.pdf", size: 400_000, to: ScriptedUploads.web("one")),
  ]

  private func reactor(_ opener: SystemOpener? = nil) -> CarDetailReactor {
    script.with { $0.attachments = [1: Self.files, 2: [ScriptedUploads.attachment(3, "other.pdf", car: 2)]] }
    let opener =
      opener
      ?? SystemOpener { [opened = log] target throws(OpenerError) in
        if case .file(let path) = target { opened.add("\(path)") }
      }
    return CarDetailReactor(
      id: 1, in: CarSequence([1, 2]), catalog: showcase.live, loader: CarPageLoader(showcase.store),
      uploads: uploads.live, opener: opener, clock: uploads.clock)
  }

  private let log = Log()

  private final class Log: Sendable {
    private let paths = Mutex<[String]>([])
    func add(_ path: String) { paths.withLock { $0.append(path) } }
    var all: [String] { paths.withLock { $0 } }
  }

  // MARK: The reactor

  @Test func `attachments are shown when load returns, and change with the car`() async throws {
    let reactor = reactor()
    reactor.action.send(.load)
    #expect(reactor.currentState.page?.attachments == Self.files)
    reactor.action.send(.next)
    try await showcase.wait(for: reactor) { $0.page?.attachments.map(\.file.name) == ["other.pdf"] }
    #expect(reactor.currentState.page?.car.id == 2)
  }

  @Test func `attachments added or removed elsewhere appear here`() {
    let reactor = reactor()
    reactor.action.send(.load)
    script.with { $0.attachments[1] = $0.attachments[1].map { Array($0.dropLast()) } }
    uploads.live.attachmentChanges.send(())
    #expect(reactor.currentState.page?.attachments == [Self.files[0]])
  }

  @Test func `a local attachment is opened in place, and another is downloaded first under a safe name`() async {
    let reactor = reactor()
    reactor.action.send(.load)
    // Without an index the page waits before it shows the placeholder of its charts.
    await uploads.clock.advance(by: CarDetailReactor.placeholderDelay)
    reactor.action.send(.openAttachment(1))
    await eventually { !log.all.isEmpty }
    #expect(log.all == ["/files/brochure.pdf"])
    await eventually { !(reactor.store.runningEffects > 0) }
    reactor.action.send(.openAttachment(2))
    await eventually { !(log.all.count < 2) }
    let fetched = script.with { $0.fetched }
    #expect(fetched.count == 1 && fetched[0].hasPrefix("정비 이력.pdf to ") && fetched[0].hasSuffix(log.all[1]))
    #expect(log.all[1].contains("/showroom-") && log.all[1].hasSuffix("/정비 이력.pdf"))
  }

  @Test func `a file from a folder is downloaded and saved under its own name, without its folders`() async {
    let reactor = reactor()
    script.with { script in
      script.attachments[1] = [ScriptedUploads.attachment(1, "사진/2024/앞.jpg", to: ScriptedUploads.web("one"))]
    }
    reactor.action.send(.load)
    await uploads.clock.advance(by: CarDetailReactor.placeholderDelay)
    reactor.action.send(.openAttachment(1))
    await eventually { !log.all.isEmpty }
    #expect(log.all[0].contains("/showroom-") && log.all[0].hasSuffix("/앞.jpg") && !log.all[0].contains("2024"))
    await eventually { !(reactor.store.runningEffects > 0) }
    reactor.action.send(.saveCopy(1, to: "/tmp"))
    await eventually { script.with { $0.fetched.last } == "사진/2024/앞.jpg to /tmp/앞.jpg" }
  }

  @Test func `a failure to download or open an attachment shows an alert with advice`() async {
    let reactor = reactor(SystemOpener(environment: ["PATH": "/bin"]))
    reactor.action.send(.load)
    // Without an index the page waits before it shows the placeholder of its charts.
    await uploads.clock.advance(by: CarDetailReactor.placeholderDelay)
    let messages = Recorder(reactor.outputs.map(\.message))
    reactor.action.send(.openAttachment(1))
    await eventually { !messages.elements.isEmpty }
    guard case .alert("Could not open brochure.pdf", let text, _, _) = messages.elements.last else {
      Issue.record("\(messages.elements)")
      return
    }
    #expect(text.contains("DISPLAY is not set"))

    let other = self.reactor()
    other.action.send(.load)
    script.with { $0.fetchFailure = UploadFailure(.unavailable, "The server does not answer.") }
    let others = Recorder(other.outputs)
    other.action.send(.openAttachment(2))
    await eventually { !others.elements.isEmpty }
    #expect(
      others.elements == [
        .message(
          .alert("Could not open 정비 이력.pdf", text: "The server does not answer.", retry: .openAttachment(2)))
      ])
    #expect(other.currentState.downloads.isEmpty)
  }

  @Test
  func
    `a copy is saved at the entered path, relative to the current folder, or into an entered folder under its own name`()
    async
  {
    let reactor = reactor()
    reactor.action.send(.load)
    // Without an index the page waits before it shows the placeholder of its charts.
    await uploads.clock.advance(by: CarDetailReactor.placeholderDelay)
    let outputs = Recorder(reactor.outputs)
    for (text, path, shown) in [
      ("b.pdf", "/srv/start/b.pdf", "/srv/start/b.pdf"), ("~/b.pdf", "/home/me/b.pdf", "~/b.pdf"),
      ("/tmp", "/tmp/brochure.pdf", "/tmp/brochure.pdf"),
    ] {
      reactor.action.send(.saveCopy(1, to: text))
      let toast = CarDetailReactor.Output.message(.toast("Saved a copy as \(shown)", kind: .success))
      await eventually { outputs.elements.last == toast }
      #expect(script.with { $0.fetched.last } == "brochure.pdf to \(path)")
      await eventually { !(reactor.store.runningEffects > 0) }
    }
    reactor.action.send(.saveCopy(1, to: "https://example.org/x"))
    await eventually {
      if case .alert(_, let text, _, _) = outputs.elements.last?.message {
        text.contains("not a valid path")
      } else {
        false
      }
    }
  }

  @Test func `a copy that is requested while another is being downloaded is saved too`() async {
    let reactor = reactor()
    script.with { $0.fetchesGated = true }
    reactor.action.send(.load)
    let outputs = Recorder(reactor.outputs)

    reactor.action.send(.saveCopy(1, to: "a.pdf"))
    reactor.action.send(.saveCopy(2, to: "b.pdf"))
    await eventually { script.with { $0.fetching.count } == 2 }
    #expect(reactor.currentState.downloads == ["brochure.pdf", "정비 이력.pdf"])
    script.finishFetch(to: "a.pdf")
    await eventually { outputs.elements.count == 1 }
    #expect(reactor.currentState.downloads == ["정비 이력.pdf"])
    script.finishFetch(to: "b.pdf")
    await eventually { outputs.elements.count == 2 }

    #expect(
      outputs.elements
        == ["a", "b"].map { .message(.toast("Saved a copy as /srv/start/\($0).pdf", kind: .success)) })
    #expect(
      script.with { $0.fetched } == ["brochure.pdf to /srv/start/a.pdf", "정비 이력.pdf to /srv/start/b.pdf"])
    #expect(reactor.currentState.downloads.isEmpty)
  }

  @Test func `a download continues after the page is closed, and its failure is reported`() async {
    var reactor: CarDetailReactor? = self.reactor()
    script.with { $0.fetchesGated = true }
    reactor?.action.send(.load)
    let reports = Recorder(uploads.live.failureReports)
    reactor?.action.send(.saveCopy(1, to: "a.pdf"))
    reactor?.action.send(.saveCopy(2, to: "b.pdf"))
    await eventually { script.with { $0.fetching.count } == 2 }

    reactor = nil
    script.finishFetch(to: "a.pdf")
    await eventually { script.with { !$0.fetched.isEmpty } }
    script.with { $0.fetchFailure = UploadFailure(.unavailable, "The server does not answer.") }
    script.finishFetch(to: "b.pdf")
    await eventually { !reports.elements.isEmpty }

    #expect(script.with { $0.fetched } == ["brochure.pdf to /srv/start/a.pdf"])
    #expect(reports.elements.map(\.title) == ["Could not download 정비 이력.pdf"])
    #expect(reports.elements.map(\.failure.message) == ["The server does not answer."])
  }

  @Test func `quitting cancels a download whose page is closed, and waits until it has ended`() async {
    var reactor: CarDetailReactor? = self.reactor()
    script.with { $0.fetchesGated = true }
    reactor?.action.send(.load)
    let reports = Recorder(uploads.live.failureReports)
    reactor?.action.send(.saveCopy(1, to: "a.pdf"))
    await eventually { script.with { $0.fetching.count } == 1 }
    reactor = nil

    let stop = Task.immediate { [live = uploads.live] in await live.stop(.keep) }
    #expect(script.with { $0.stops } == [])
    script.finishFetch(to: "a.pdf")
    _ = await stop.value
    await eventually { uploads.live.downloads.isEmpty }

    #expect(script.with { $0.stops } == [.keep])
    #expect(script.with { $0.fetched } == [])
    #expect(reports.elements.isEmpty)
  }

  @Test func `an attachment is deleted after confirmation, disappears at once, and returns if the deletion is undone`()
  {
    let reactor = reactor()
    reactor.action.send(.load)
    let outputs = Recorder(reactor.outputs)
    reactor.action.send(.deleteAttachment(1))
    let text = "The file is also deleted at its destination: \(Self.files[0].destination)"
    #expect(
      outputs.elements == [
        .message(.confirmation("Delete brochure.pdf?", text: text, confirm: "Delete", action: .deleteNow(1)))
      ])
    #expect(reactor.currentState.page?.attachments.count == 2)
    reactor.action.send(.deleteNow(1))
    #expect(reactor.currentState.page?.attachments == [Self.files[1]])
    uploads.live.undoDeletion(1)
    #expect(reactor.currentState.page?.attachments == Self.files)
  }

  @Test func `uploading requests files for the shown car`() {
    let reactor = reactor()
    reactor.action.send(.load)
    let outputs = Recorder(reactor.outputs)
    reactor.action.send(.upload)
    #expect(outputs.elements == [.step(.uploadRequested(1))])
  }

  // MARK: The screen

  private func screen(_ width: Int = 80, _ height: Int = 40) -> (Stage, Stub<CarDetailReactor>, CarDetailReactor) {
    let stage = Stage(width, height)
    var page = CarPage(car: Self.car)
    page.attachments = Self.files
    let reactor = CarDetailReactor(id: 42, in: CarSequence([]), catalog: showcase.live, clock: stage.clock)
    let stub = reactor.stub()
    stub.state = state(.car(page))
    let view = CarDetailView(timestamps: TimestampFormatting(isLocal: false))
    view.reactor = reactor
    stage.show(view)
    return (stage, stub, reactor)
  }

  @Test func `attachments are listed with size and date, and a narrow screen leaves out the date`() {
    let (stage, _, reactor) = screen()
    let lines = stage.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let start = lines.firstIndex { $0.contains("Attachments") } ?? 0
    #expect(
      Array(lines[start..<start + 3]) == [
        " Attachments  2 files, 12.8 MB",
        " ▸ brochure.pdf                                      12.4 MB  2026-05-01 14:03",
        "   정비 이력.pdf                                      400 kB  2026-05-01 14:03",
      ])
    stage.window.resize(to: Size(width: 50, height: 40))
    #expect(stage.text.contains(" ▸ brochure.pdf                          12.4 MB"))
    stage.window.resize(to: Size(width: 120, height: 40))
    #expect(stage.text.contains("c Compare  u Upload  o Open file  w Save a copy"))
    withExtendedLifetime(reactor) {}
  }

  @Test func `the total size of attachments has a limit`() {
    let view = AttachmentsView()
    view.rows = [1, 2].map { ScriptedUploads.attachment($0, "\($0).bin", size: .max) }

    #expect(view.heading.summary == "2 files, \(ByteFormatting.size(.max))")
  }

  @Test func `Tab and the arrow keys select an attachment, scroll to it, and the commands apply to it`() async {
    let (stage, stub, reactor) = screen(80, 10)
    #expect(!stage.text.contains("Attachments"))
    stage.terminal.press("o", .tab)
    #expect(stage.text.contains("▸ brochure.pdf"))
    stage.terminal.press(.down, .enter, "w")
    #expect(stage.text.contains("Save a copy of 정비 이력.pdf"))
    stage.terminal.press(.escape, "D", .delete, "u")
    await eventually { stub.actions.last == .upload }
    #expect(stage.text.contains("▸ 정비 이력.pdf"))
    #expect(
      Array(stub.actions.dropFirst()) == [
        .openAttachment(1), .openAttachment(2), .deleteAttachment(2), .deleteAttachment(2), .upload,
      ])
    withExtendedLifetime(reactor) {}
  }

  @Test func `the row with the keyboard focus stays visible in a window of another size`() {
    let stage = Stage(80, 24)
    let attachments = (1...35).map { ScriptedUploads.attachment($0, "\($0).txt") }
    let page = CarPage(car: Self.car, charts: Self.charts, attachments: attachments)
    let (_, reactor) = show(state(.car(page)), on: stage)
    stage.terminal.press(.tab, .tab)
    #expect(stage.text.contains("▸ ● 1.6 L"), "\(stage.text)")

    for (width, height) in [(50, 12), (80, 12), (150, 12), (80, 24)] {
      stage.terminal.resize(to: Size(width: width, height: height))
      #expect(stage.text.contains("▸ ● 1.6 L"), "\(stage.text)")
    }
    withExtendedLifetime(reactor) {}
  }

  @Test func `deleting asks with Cancel as the default, and saving asks for a path`() async {
    let (stage, stub, reactor) = screen(80, 24)
    let question = CarDetailReactor.Output.message(
      .confirmation("Delete brochure.pdf?", text: "", confirm: "Delete", action: .deleteNow(1)))
    stub.output(question)
    #expect(stage.text.contains("Delete brochure.pdf?") && stage.text.contains("[n Cancel]  y Delete"))
    stage.terminal.press(.enter)
    stub.output(question)
    stage.terminal.press("y", "w")
    #expect(stage.text.contains("Save a copy of brochure.pdf"))
    stage.terminal.type(".bak")
    stage.terminal.press(.enter)
    await eventually { stub.actions.last == .saveCopy(1, to: "brochure.pdf.bak") }
    stage.terminal.press("w", .control("u"), .enter)
    #expect(stage.window.modals.count == 1)
    stage.terminal.press(.escape)
    #expect(stage.window.modals.isEmpty)
    #expect(Array(stub.actions.dropFirst()) == [.deleteNow(1), .saveCopy(1, to: "brochure.pdf.bak")])
    withExtendedLifetime(reactor) {}
  }

  @Test func `without attachments only uploading is available`() {
    let stage = Stage()
    let (_, reactor) = show(state(.car(CarPage(car: Self.car))), on: stage)
    #expect(!stage.text.contains("Attachments") && !stage.text.contains("o Open"))
    #expect(stage.text.contains("u Upload"))
    withExtendedLifetime(reactor) {}
  }
}
