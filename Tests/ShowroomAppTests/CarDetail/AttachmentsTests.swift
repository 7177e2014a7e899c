import Catalogue
import ReactorCore
import ReactorTerminal
import ReactorTesting
import Synchronization
import SystemPackage
import Testing
import Uploads

@testable import ShowroomApp

@MainActor @Suite("The attachments of a car", .timeLimit(.minutes(5)))
final class AttachmentsTests: CarDetailScreens {
  private let uploads = ScriptedUploads()
  private var script: UploadScript { uploads.script }

  private static let files = [
    ScriptedUploads.attachment(1, "brochure.pdf"),
    ScriptedUploads.attachment(2, "정비 이력.pdf", size: 400_000, to: ScriptedUploads.web("one")),
  ]

  private func reactor(_ opener: SystemOpener? = nil) -> CarDetailReactor {
    script.with { $0.attachments = [1: Self.files, 2: [ScriptedUploads.attachment(3, "other.pdf", car: 2)]] }
    let opener = opener ?? SystemOpener { [opened = log] path throws(OpenerFailure) in opened.add("\(path)") }
    return CarDetailReactor(
      id: 1, in: CarSequence([1, 2]), catalogue: showcase.live, loader: CarPageLoader(showcase.store),
      uploads: uploads.live, opener: opener, clock: uploads.clock)
  }

  private let log = Log()

  private final class Log: Sendable {
    private let paths = Mutex<[String]>([])
    func add(_ path: String) { paths.withLock { $0.append(path) } }
    var all: [String] { paths.withLock { $0 } }
  }

  // MARK: The reactor

  @Test("they are there when load returns, and change with the car")
  func load() async throws {
    let reactor = reactor()
    reactor.action.send(.load)
    #expect(reactor.currentState.page?.attachments == Self.files)
    reactor.action.send(.next)
    try await showcase.wait(for: reactor) { $0.page?.attachments.map(\.file.name) == ["other.pdf"] }
    #expect(reactor.currentState.page?.car.id == 2)
  }

  @Test("those that arrive or go elsewhere are seen here")
  func changes() {
    let reactor = reactor()
    reactor.action.send(.load)
    script.with { $0.attachments[1] = $0.attachments[1].map { Array($0.dropLast()) } }
    uploads.live.attachmentChanges.send(())
    #expect(reactor.currentState.page?.attachments == [Self.files[0]])
  }

  @Test("a local file is opened where it is, another is fetched first, under a name that does no harm")
  func open() async {
    let reactor = reactor()
    reactor.action.send(.load)
    // Without an index the page waits to say that its pictures are late.
    await uploads.clock.advance(by: CarDetailReactor.patience)
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

  @Test("what cannot be fetched or opened is an alert that says what to do")
  func openFailure() async {
    let reactor = reactor(SystemOpener(environment: ["PATH": "/bin"]))
    reactor.action.send(.load)
    // Without an index the page waits to say that its pictures are late.
    await uploads.clock.advance(by: CarDetailReactor.patience)
    reactor.action.send(.openAttachment(1))
    _ = await first(reactor.state.map(\.alert)) { $0 != nil }
    #expect(reactor.currentState.alert?.title == "brochure.pdf was not opened")
    #expect(reactor.currentState.alert?.message.contains("DISPLAY is not set") == true)

    let other = self.reactor()
    other.action.send(.load)
    script.with { $0.fetchFailure = UploadFailure(.unavailable, "The server does not answer.") }
    other.action.send(.openAttachment(2))
    _ = await first(other.state.map(\.alert)) { $0?.message == "The server does not answer." }
    #expect(other.currentState.fetching == nil)
  }

  @Test("a copy is saved where a person writes: relative to where the program was started, in a folder by its own name")
  func save() async {
    let reactor = reactor()
    reactor.action.send(.load)
    // Without an index the page waits to say that its pictures are late.
    await uploads.clock.advance(by: CarDetailReactor.patience)
    reactor.action.send(.saveAttachment(1))
    #expect(reactor.currentState.saveRequested == .init(attachment: Self.files[0], proposal: "brochure.pdf"))
    for (text, path, shown) in [
      ("b.pdf", "/srv/start/b.pdf", "/srv/start/b.pdf"), ("~/b.pdf", "/home/me/b.pdf", "~/b.pdf"),
      ("/tmp", "/tmp/brochure.pdf", "/tmp/brochure.pdf"),
    ] {
      reactor.action.send(.saveCopy(1, to: text))
      _ = await first(reactor.state.map(\.toast)) { $0 == "Saved as \(shown)" }
      #expect(script.with { $0.fetched.last } == "brochure.pdf to \(path)")
      await eventually { !(reactor.store.runningEffects > 0) }
    }
    reactor.action.send(.saveCopy(1, to: "https://example.org/x"))
    _ = await first(reactor.state.map(\.alert)) { $0?.message.contains("no path on this machine") == true }
  }

  @Test("one is deleted after a question, is gone at once, and comes back when that is undone")
  func delete() {
    let reactor = reactor()
    reactor.action.send(.load)
    reactor.action.send(.deleteAttachment(1))
    #expect(reactor.currentState.deleteQuestion == Self.files[0])
    #expect(reactor.currentState.page?.attachments.count == 2)
    reactor.action.send(.deleteNow(1))
    #expect(reactor.currentState.page?.attachments == [Self.files[1]])
    uploads.live.undoDeletion(1)
    #expect(reactor.currentState.page?.attachments == Self.files)
  }

  @Test("files to upload are wanted for the shown car")
  func upload() {
    let reactor = reactor()
    reactor.action.send(.load)
    reactor.action.send(.upload)
    #expect(reactor.currentState.uploadRequested == 1)
  }

  // MARK: The screen

  private func screen(_ width: Int = 80, _ height: Int = 40) -> (Stage, Stub<CarDetailReactor>, CarDetailReactor) {
    let stage = Stage(width, height)
    var page = CarPage(car: Self.car)
    page.attachments = Self.files
    let reactor = CarDetailReactor(id: 42, in: CarSequence([]), catalogue: showcase.live, clock: stage.clock)
    let stub = reactor.stub()
    stub.state = state(.car(page))
    let view = CarDetailView(moments: MomentFormatting(isLocal: false))
    view.reactor = reactor
    stage.show(view)
    return (stage, stub, reactor)
  }

  @Test("they are listed with size, date and the beginning of the checksum; the date goes first where there is no room")
  func listed() {
    let (stage, _, reactor) = screen()
    let lines = stage.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let start = lines.firstIndex { $0.contains("Attachments") } ?? 0
    #expect(
      Array(lines[start..<start + 3]) == [
        " Attachments  2 files, 12.8 MB",
        " ▸ brochure.pdf                            12.4 MB  2026-05-01 14:03  9f86d081",
        "   정비 이력.pdf                            400 kB  2026-05-01 14:03  9f86d081",
      ])
    #expect(stage.text.contains("u Upload  o Open  w Save a copy  …"))
    stage.window.resize(to: Size(width: 50, height: 40))
    #expect(stage.text.contains(" ▸ brochure.pdf                12.4 MB  9f86d081"))
    withExtendedLifetime(reactor) {}
  }

  @Test("with Tab and the arrows one is chosen, and scrolled to; the keys are about that one")
  func keys() {
    let (stage, stub, reactor) = screen(80, 13)
    #expect(!stage.text.contains("Attachments"))
    stage.terminal.press("o", .tab)
    #expect(stage.text.contains("▸ brochure.pdf"))
    stage.terminal.press(.down, .enter, "w", "D", .delete, "u")
    #expect(stage.text.contains("▸ 정비 이력.pdf"))
    #expect(
      Array(stub.actions.dropFirst()) == [
        .openAttachment(1), .openAttachment(2), .saveAttachment(2), .deleteAttachment(2), .deleteAttachment(2), .upload,
      ])
    withExtendedLifetime(reactor) {}
  }

  @Test("deleting asks with Cancel in front; saving asks where")
  func dialogs() {
    let (stage, stub, reactor) = screen(80, 24)
    stub.state.deleteQuestion = Self.files[0]
    #expect(stage.text.contains("Delete brochure.pdf?") && stage.text.contains("[n Cancel]  y Delete"))
    stage.terminal.press(.enter)
    stub.state.deleteQuestion = Self.files[0]
    stage.terminal.press("y")
    stub.state.saveRequested = .init(attachment: Self.files[0], proposal: "brochure.pdf")
    #expect(stage.text.contains("Save a copy of brochure.pdf"))
    stage.terminal.type(".bak")
    stage.terminal.press(.enter)
    stub.state.saveRequested = .init(attachment: Self.files[0], proposal: "brochure.pdf")
    stage.terminal.press(.control("u"), .enter)
    #expect(stage.window.modals.count == 1)
    stage.terminal.press(.escape)
    #expect(stage.window.modals.isEmpty)
    #expect(Array(stub.actions.dropFirst()) == [.deleteNow(1), .saveCopy(1, to: "brochure.pdf.bak")])
    withExtendedLifetime(reactor) {}
  }

  @Test("without attachments nothing is said of them, and only uploading is offered")
  func none() {
    let stage = Stage()
    let (_, reactor) = show(state(.car(CarPage(car: Self.car))), on: stage)
    #expect(!stage.text.contains("Attachments") && !stage.text.contains("o Open"))
    #expect(stage.text.contains("u Upload"))
    withExtendedLifetime(reactor) {}
  }
}
