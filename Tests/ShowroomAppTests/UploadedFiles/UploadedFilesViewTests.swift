import ReactorCore
import ReactorTerminal
import ShowroomUploads
import Testing

@testable import ShowroomApp
@testable import ShowroomCatalog

@MainActor @Suite(.timeLimit(.minutes(20)))
struct UploadedFilesViewTests {
  /// Shows a screen over a stubbed reactor.
  private func show(
    _ files: [ShowroomUploads.Attachment]?, on stage: Stage,
    _ outcomes: [ShowroomUploads.Attachment.ID: UploadFailure?] = [:]
  ) async throws -> (stub: Stub<UploadedFilesReactor>, reactor: UploadedFilesReactor) {
    let reactor = UploadedFilesReactor(
      catalog: try await CatalogFixture([]).live(), uploads: ScriptedUploads(clock: stage.clock).live)
    let stub = reactor.stub()
    stub.state.files = files
    stub.state.carNames = [1: "Kia K5 2021", 2: "현대 그랜저 2016"]
    for file in files ?? [] {
      if let failure = outcomes[file.id] {
        stub.state.findings[file.id] = AttachmentVerification.Finding(file, failure: failure)
      }
    }
    let view = UploadedFilesView()
    view.reactor = reactor
    stage.show(view)
    return (stub, reactor)
  }

  private let files = [
    ScriptedUploads.attachment(4, "견적서.pdf", car: 2), ScriptedUploads.attachment(3, "c\u{1B}[31m.pdf", car: 3),
    ScriptedUploads.attachment(2, "photo of the front with all its scratches.jpg", size: 5),
    ScriptedUploads.attachment(1, "a.pdf", size: 5_000_000_000),
  ]
  private let outcomes: [ShowroomUploads.Attachment.ID: UploadFailure?] = [
    4: nil, 3: UploadFailure(.unreachable, "files.example.org does not respond."),
    2: UploadFailure(.missing, "It is no longer in /files; it was deleted or moved."),
  ]

  @Test func `80×24 shows the files with their cars, and why a file was not verified`() async throws {
    let stage = Stage(80, 12)
    let (stub, reactor) = try await show(files, on: stage, outcomes)
    stage.terminal.press("j")
    stage.expect(
      """
       Cars › Uploaded files                                                      2/4
        File                  Car                 Size  Uploaded          Verified
        견적서.pdf            현대 그랜저 20…  12.4 MB  2026-05-01 14:03  verified
      ▸ c␛[31m.pdf            Car 3            12.4 MB  2026-05-01 14:03  unverified
        photo of t…tches.jpg  Kia K5 2021          5 B  2026-05-01 14:03  missing
        a.pdf                 Kia K5 2021      5.00 GB  2026-05-01 14:03



       files.example.org does not respond.

       Enter Upload again  V Verify  / Search  Esc Back
      """)
    stage.terminal.press("j")
    #expect(stage.text.contains("\n It is no longer in /files; it was deleted or moved.\n"))
    stage.terminal.press(.enter, "V")
    #expect(stub.actions == [.load, .uploadAgain(2), .toggleVerification])
    withExtendedLifetime(reactor) {}
  }

  @Test func `the name of a car is complete while short file names leave space`() async throws {
    let stage = Stage(80, 12)
    let (stub, reactor) = try await show([ScriptedUploads.attachment(1, "small.txt")], on: stage)

    stub.state.carNames = [1: "Acura Integra 2023"]

    #expect(stage.text.contains(" Acura Integra 2023 "), "\(stage.text)")
    withExtendedLifetime(reactor) {}
  }

  @Test func `a file that need not or cannot be uploaded again has a reason`() async throws {
    let stage = Stage(80, 12)
    let (stub, reactor) = try await show(files, on: stage, outcomes)
    let reasons = [
      "The destination has the file.", "The file could not be verified.", nil,
      "The file has not been verified yet; verify it first.",
    ]

    for reason in reasons {
      if let reason {
        stage.terminal.press(.enter)
        #expect(stage.text.contains(reason), "\(stage.text)")
      }
      stage.terminal.press("j")
    }

    #expect(stub.actions == [.load])
    withExtendedLifetime(reactor) {}
  }

  @Test func `a file is uploaded again by a double click only if it is missing or changed`() async throws {
    let stage = Stage(80, 12)
    let (stub, reactor) = try await show(files, on: stage, outcomes)

    for y in [2, 4] { stage.terminal.feed([.mouse(MouseEvent(.press, at: Point(x: 4, y: y), clickCount: 2))]) }

    #expect(stub.actions == [.load, .uploadAgain(2)])
    withExtendedLifetime(reactor) {}
  }

  @Test func `50×12 keeps the names and the results`() async throws {
    let stage = Stage(50, 12, ascii: true)
    let (_, reactor) = try await show(files, on: stage, outcomes)
    stage.expect(
      """
       Cars > Uploaded files                        1/4
        File                Car             Verified
      > 견적서.pdf          현대 그랜저 2~  verified
        c?[31m.pdf          Car 3           unverified
        photo of ~ches.jpg  Kia K5 2021     missing
        a.pdf               Kia K5 2021



       /files/견적서.pdf

       Enter Upload again  V Verify  / Search  Esc Back
      """)
    withExtendedLifetime(reactor) {}
  }

  @Test(arguments: [(0, 0), (1, 1), (12, 3), (200, 60)])
  func `any size can be drawn`(width: Int, height: Int) async throws {
    let stage = Stage(80, 24)
    let (_, reactor) = try await show(files, on: stage, outcomes)
    stage.terminal.resize(to: Size(width: width, height: height))
    #expect(stage.text.components(separatedBy: "\n").count <= max(1, height))
    withExtendedLifetime(reactor) {}
  }

  @Test func `a verification shows its progress and can be stopped`() async throws {
    let stage = Stage(80, 12)
    let (stub, reactor) = try await show(files, on: stage, [4: nil])
    #expect(stage.text.contains("V Verify"))
    stub.state.verifying = 4
    #expect(stage.text.contains("1 of 4 verified · 1/4") && stage.text.contains("V Stop verifying"))
    withExtendedLifetime(reactor) {}
  }

  @Test func `words are searched for while they are typed, and Esc removes them`() async throws {
    let stage = Stage(80, 12)
    let (stub, reactor) = try await show(files, on: stage)
    stage.terminal.press("/")
    stage.terminal.type("pdf")
    #expect(stub.actions.suffix(3) == [.search("p"), .search("pd"), .search("pdf")])
    stub.state.search = "pdf"
    stage.terminal.press(.down, .enter)
    #expect(stage.text.contains("2/3 · filter: pdf") && stage.text.contains("Esc Clear"), "\(stage.text)")
    stage.terminal.press(.escape)
    #expect(stub.actions.last == .search(""))
    withExtendedLifetime(reactor) {}
  }

  @Test func `an empty list, a search without results and a failure say so`() async throws {
    let stage = Stage(60, 10)
    let (stub, reactor) = try await show(nil, on: stage)
    #expect(!stage.text.contains("No uploaded files"), "the list has not been read yet")
    stub.state.files = []
    #expect(stage.text.contains("No uploaded files"))
    stage.terminal.press("V")
    #expect(stub.actions == [.load])
    stub.state.files = files
    stub.state.search = "xyz"
    #expect(stage.text.contains("No matches for \"xyz\" in 4 files.") && stage.text.contains(" 0/4 · filter: xyz"))
    stub.state.search = String(repeating: "x", count: 1_000)
    #expect(stage.text.contains("xxx…\"") && stage.text.contains("Esc Clear"), "\(stage.text)")
    stub.state.files = nil
    stub.state.failure = UploadFailure(.store, "The database is damaged.")
    #expect(stage.text.contains("Could not read the list") && stage.text.contains("The database is damaged."))
    withExtendedLifetime(reactor) {}
  }
}
