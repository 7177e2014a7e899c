import Catalogue
import ReactorCore
import ReactorTerminal
import ReactorTesting
import Testing
import Uploads

@testable import ShowroomApp

@MainActor @Suite("The upload screen: what it looks like")
struct UploadAppearanceTests {
  private let showcase: Showcase

  init() async throws {
    showcase = try await Showcase(loadIndex: false)
  }

  @Test("shows the destination, the totals, a row in every state and the selected one in full at 80×24")
  func standardSize() {
    let screen = UploadScreen(
      showcase, state: .showing(UploadReactor.State.everyState))
    screen.stage.expect(
      """
       Cars › Uploads of Kia K5 2021                                             1/10
       Car          Kia K5 2021
       Destination  dav+https://files.example.org/cars
       Supports     WebDAV · not resumable · atomic · no checksum
       Free space   96.4 GB · files up to 5.00 GB
       Contents     2 files, 1.40 MB: brochure.pdf, 견적서.pdf
       ▏░░░░░░░░░   0%  1/6 files · 0.05/5.10 GB · 1.20 MB/s · 1 h 10 left · 1 failed

        File                    Size                       Rate    Left  State
      ▸ brochure.pdf         1.00 MB  ████████  100%                     ✓ Uploaded
        정비 이…지.pdf  43.0/96.0 MB  ███▌░░░░   44%  1.20 MB/s    45 s  Uploading
        video.mp4            5.00 GB                                     Hashing 50%
        photo-1.jpg          2.00 MB  ███████▉   99%                     Verifying
        photo-2.jpg          2.00 MB                                     Queued
        photo-3.jpg     1.00/2.00 MB  ████░░░░   50%                     Retry in 5 s
        photo-4.jpg          2.00 MB                                     ✗ No space
        photo-5.jpg          2.00 MB                                     Canceled
        photo-6.jpg     0.50/2.00 MB  ██░░░░░░   25%                     Interrupted
        photo-7.jpg          2.00 MB                                     Elsewhere

       /home/me/brochure.pdf → dav+https://files.example.org/cars
       Uploaded

       a Add files  x Remove  r Check again  p Pause  d Destination  X Cancel all  …
      """)
  }

  @Test("at 50×12 the columns of the least use go first, and one line of the destination stays")
  func small() {
    let screen = UploadScreen(showcase, 50, 12, state: .showing(UploadReactor.State.everyState))
    screen.stage.expect(
      """
       Cars › Uploads of Kia K5 2021               1/10
       Destination  dav+https://files.example.org/cars
       ▏░░░░░░░   0%  1/6 files · 0.05/5.10 GB · 1.20 …
        File                   Size        State
      ▸ brochure.pdf        1.00 MB  100%  ✓ Uploaded  █
        정비 …지.pdf   43.0/96.0 MB   44%  Uploading   █
        video.mp4           5.00 GB        Hashing 50% █
        photo-1.jpg         2.00 MB   99%  Verifying   │
        photo-2.jpg         2.00 MB        Queued      │
        photo-3.jpg    1.00/2.00 MB   50%  Retry in 5 s│
       /home/me/brochure.pdf →
       a Add files  x Remove  r Check again  p Pause  …
      """)
  }

  @Test("in ASCII bars, signs and arrows are ASCII")
  func ascii() {
    let screen = UploadScreen(showcase, 80, 24, ascii: true, state: .showing(UploadReactor.State.everyState))
    #expect(screen.stage.text.allSatisfy { $0.isASCII || ("가"..."힣").contains($0) })
    #expect(screen.stage.text.contains("+ Uploaded") && screen.stage.text.contains("x No space"))
  }

  @Test("without uploads it says what happens here, and the keys that begin it")
  func empty() {
    let screen = UploadScreen(showcase, 60, 18, state: .showing([]))
    screen.stage.expect(
      """
       Cars › Uploads of Kia K5 2021
       Car          Kia K5 2021
       Destination  dav+https://files.example.org/cars
       Supports     WebDAV · not resumable · atomic · no checksum
       Free space   96.4 GB · files up to 5.00 GB
       Contents     2 files, 1.40 MB: brochure.pdf, 견적서.pdf

        File                     Size          Left  State
                 Nothing is being uploaded to this car
           Documents and photos of a car are uploaded to the
                     destination while you browse.

                        a choose files
                        d choose the destination



       a Add files  r Check again  p Pause  d Destination  …
      """)
  }

  @Test("without a car the uploads of all are shown, and the destination alone")
  func allCars() {
    let items = [ScriptedUploads.item(1, "a.pdf"), ScriptedUploads.item(2, "b.pdf", car: 2)]
    let screen = UploadScreen(showcase, 60, 18, state: .showing(items, car: nil))
    screen.stage.expect(
      """
       Cars › Uploads                                         1/2
       New uploads  dav+https://files.example.org/cars
       ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░   0%  0/2 files · 0/192 MB

        File                Car                     State
      ▸ a.pdf               Kia K5 2021             Queued
        b.pdf               Kia K5 2022             Queued







       /home/me/a.pdf → /files
       Queued

       a Add files  x Cancel  r Check again  p Pause  …
      """)
  }

  @Test func `among the uploads of all cars each row names its car and its destination`() {
    let items = [
      ScriptedUploads.item(1, "a.pdf", .sending, sent: 43_000_000),
      ScriptedUploads.item(2, "b.pdf", car: 2, to: ScriptedUploads.web("other")),
      ScriptedUploads.item(3, "c.pdf", car: 99),
    ]
    let screen = UploadScreen(showcase, 100, 18, state: .showing(items, car: nil))
    screen.stage.expect(
      """
       Cars › Uploads                                                                                 1/3
       New uploads  dav+https://files.example.org/cars
       ██████████▏░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░  14%  0/3 files · 43.0/288 MB

        File            Car           Destination             Size             Rate    Left  State
      ▸ a.pdf           Kia K5 2021   /files          43.0/96.0 MB   44%                     Uploading
        b.pdf           Kia K5 2022   other.e…g/cars       96.0 MB                           Queued
        c.pdf           Car 99        /files               96.0 MB                           Queued






       /home/me/a.pdf → /files
       0/96.0 MB confirmed

       a Add files  x Cancel  r Check again  p Pause  d Destination  X Cancel all  Esc Back
      """)
  }

  @Test func `the uploads of one car name their destinations where one is another than that of new files`() {
    let screen = UploadScreen(showcase, 80, 18, state: .showing([ScriptedUploads.item(1, "a.pdf")]))
    #expect(!screen.stage.text.contains("  Destination   "))
    screen.stub.state.snapshot.items[0].destination = "/srv/cars"
    #expect(screen.stage.text.contains("Destination   ") && screen.stage.text.contains(" /srv/cars"))
  }

  @Test("a destination that refuses, is asked, or fails says so in its place")
  func grounds() {
    var survey = UploadReactor.State.survey
    survey.refusal = "Files may not be put there (403)."
    let screen = UploadScreen(showcase, state: .showing([], survey: survey))
    #expect(screen.stage.text.contains("Refused      Files may not be put there (403)."))
    #expect(screen.stage.style(of: "Files may not") == Theme.dark[.error])
    screen.stub.state.ground = .asking
    #expect(screen.stage.text.contains("Supports     Checking the destination"))
    screen.stub.state.ground = .failed(UploadFailure(.unavailable, "The server does not answer."))
    #expect(screen.stage.text.contains("Error        The server does not answer."))
  }

  @Test("with 200 rows the selection scrolls, and stays on its upload when others leave")
  func manyRows() {
    let items = (1...200).map { ScriptedUploads.item(Int64($0), "photo-\($0).jpg") }
    let screen = UploadScreen(showcase, state: .showing(items))
    screen.stage.terminal.press("G")
    #expect(screen.stage.text.contains("▸ photo-200.jpg") && screen.stage.text.contains("200/200"))
    screen.stage.terminal.press("k", "k")
    screen.stub.state.snapshot.items.removeFirst(100)
    #expect(screen.stage.text.contains("▸ photo-198.jpg") && screen.stage.text.contains("98/100"))
    #expect(screen.stage.text.contains("0/100 files · 0/9.60 GB"))
  }

  @Test("while files are uploaded from here a sign turns before the totals, and is gone with them")
  func indicator() async {
    let screen = UploadScreen(showcase, state: .showing([ScriptedUploads.item(1, "a.pdf", .sending)]))
    screen.stub.state.uploading = 1
    #expect(screen.stage.text.contains("\n ▏") == false && !screen.stage.text.contains("⠋"))
    await screen.stage.clock.advance(by: .milliseconds(150))
    #expect(screen.stage.text.contains("\n⠋░░"))
    await screen.stage.clock.advance(by: .milliseconds(100))
    #expect(screen.stage.text.contains("\n⠙░░"))
    screen.stub.state.uploading = 0
    #expect(screen.stage.text.contains("\n ░░") && screen.stage.clock.sleeperCount == 0)
  }

  @Test("a paused queue says so in the title and in the totals")
  func paused() {
    let screen = UploadScreen(showcase, state: .showing([ScriptedUploads.item(1, "a.pdf")], isPaused: true))
    #expect(!screen.stage.text.contains("paused 1/1"), "the title bar says it of all")
    #expect(screen.stage.text.contains("0/1 file · 0/96.0 MB · paused"))
    #expect(screen.stage.text.contains("p Resume"))
    screen.stub.state.snapshot.items[0].state = .sending
    #expect(screen.stage.text.contains("0/1 file · 0/96.0 MB · pausing"), "it is finished first")
    screen.stub.state.snapshot.items[0].state = .done
    #expect(screen.stage.text.contains("paused 1/1"))
  }

  @Test("names from outside do no harm: escapes and line ends are shown as signs")
  func hostileNames() {
    let screen = UploadScreen(showcase, state: .showing([ScriptedUploads.item(1, "a\u{1B}[31m\n\u{202E}b.pdf")]))
    #expect(!screen.stage.text.contains("\u{1B}") && !screen.stage.text.contains("\u{202E}"))
    #expect(screen.stage.text.contains("b.pdf"))
  }
}
