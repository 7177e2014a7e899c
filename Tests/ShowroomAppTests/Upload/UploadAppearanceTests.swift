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
      showcase, state: .showing(UploadReactor.State.everyState, rate: 1_200_000, timeLeft: 185))
    screen.stage.expect(
      """
       Cars › Uploads of Kia K5 2021                                             1/10
       Car          Kia K5 2021
       Destination  dav+https://files.example.org/cars
       It can       WebDAV · starts over · appears whole · no checksum
       Room         96.4 GB free · files up to 5.00 GB
       Holds        2 files, 1.40 MB: brochure.pdf, 견적서.pdf
       ▏░░░░░░░░░░░░░░░░░░░░░░   0%  1/8 files · 0.02/5.11 GB · 1.20 MB/s · 3:05 left

        File                     Size                       Rate    Left  State
      ▸ brochure.pdf          1.00 MB  ████████  100%                     ✓ done
        정비 이…지.pdf   12.4/96.0 MB  ███▌░░░░   44%  1.20 MB/s    45 s  sending
        video.mp4             5.00 GB  ████░░░░   50%                     hashing
        photo-1.jpg           2.00 MB  ███████▉   99%                     verifying
        photo-2.jpg           2.00 MB                                     waiting
        photo-3.jpg      1.00/2.00 MB  ████░░░░   50%                     retry 5 s
        photo-4.jpg           2.00 MB                                     ✗ no space
        photo-5.jpg           2.00 MB                                     cancelled
        photo-6.jpg      0.50/2.00 MB  ██░░░░░░   25%                     interrupted
        photo-7.jpg           2.00 MB                                     elsewhere

       /home/me/brochure.pdf → /files
       It is there.

       a Add files  x Take off the list  r Ask again  p Pause  d Destination  …
      """)
  }

  @Test("at 50×12 the columns of the least use go first, and one line of the destination stays")
  func small() {
    let screen = UploadScreen(showcase, 50, 12, state: .showing(UploadReactor.State.everyState))
    screen.stage.expect(
      """
       Cars › Uploads of Kia K5 2021               1/10
       Destination  dav+https://files.example.org/cars
       ▏░░░░░░░░░░░░░░░░   0%  1/8 files · 0.02/5.11 GB
        File                    Size        State
      ▸ brochure.pdf         1.00 MB  100%  ✓ done     █
        정비 이…지.pdf  12.4/96.0 MB   44%  sending    █
        video.mp4            5.00 GB   50%  hashing    █
        photo-1.jpg          2.00 MB   99%  verifying  │
        photo-2.jpg          2.00 MB        waiting    │
        photo-3.jpg     1.00/2.00 MB   50%  retry 5 s  │
       /home/me/brochure.pdf → /files
       a Add files  x Take off the list  r Ask again  …
      """)
  }

  @Test("in ASCII bars, signs and arrows are ASCII")
  func ascii() {
    let screen = UploadScreen(showcase, 80, 24, ascii: true, state: .showing(UploadReactor.State.everyState))
    #expect(screen.stage.text.allSatisfy { $0.isASCII || ("가"..."힣").contains($0) })
    #expect(screen.stage.text.contains("+ done") && screen.stage.text.contains("x no space"))
  }

  @Test("without uploads it says what happens here, and the keys that begin it")
  func empty() {
    let screen = UploadScreen(showcase, 60, 18, state: .showing([]))
    screen.stage.expect(
      """
       Cars › Uploads of Kia K5 2021
       Car          Kia K5 2021
       Destination  dav+https://files.example.org/cars
       It can       WebDAV · starts over · appears whole · no ch…
       Room         96.4 GB free · files up to 5.00 GB
       Holds        2 files, 1.40 MB: brochure.pdf, 견적서.pdf

        File                      Size          Left  State
                 Nothing is being uploaded to this car
       Documents and photos of a car are sent to the destination,
              one after the other, also while you browse.

                        a choose files
                        d choose the destination



       a Add files  r Ask again  p Pause  d Destination  Esc Back
      """)
  }

  @Test("without a car the uploads of all are shown, and the destination alone")
  func allCars() {
    let items = [ScriptedUploads.item(1, "a.pdf"), ScriptedUploads.item(2, "b.pdf", car: 2)]
    let screen = UploadScreen(showcase, 60, 18, state: .showing(items, car: nil))
    screen.stage.expect(
      """
       Cars › Uploads                                         1/2
       Destination  dav+https://files.example.org/cars
       ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░   0%  0/2 files · 0/192 MB

        File                      Size          Left  State
      ▸ a.pdf                  96.0 MB                waiting
        b.pdf                  96.0 MB                waiting







       /home/me/a.pdf → /files
       It waits for its turn.

       a Add files  x Stop  r Ask again  p Pause  d Destination …
      """)
  }

  @Test("a destination that refuses, is asked, or fails says so in its place")
  func grounds() {
    var survey = UploadReactor.State.survey
    survey.refusal = "Files may not be put there (403)."
    let screen = UploadScreen(showcase, state: .showing([], survey: survey))
    #expect(screen.stage.text.contains("Refused      Files may not be put there (403)."))
    #expect(screen.stage.style(of: "Files may not") == Theme.dark[.error])
    screen.stub.state.ground = .asking
    #expect(screen.stage.text.contains("It can       Asking the destination"))
    screen.stub.state.ground = .failed(UploadFailure(.unavailable, "The server does not answer."))
    #expect(screen.stage.text.contains("It fails     The server does not answer."))
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
    #expect(screen.stage.text.contains("paused 1/1"))
    #expect(screen.stage.text.contains("0/1 file · 0/96.0 MB · paused"))
    #expect(screen.stage.text.contains("p Go on"))
  }

  @Test("names from outside do no harm: escapes and line ends are shown as signs")
  func hostileNames() {
    let screen = UploadScreen(showcase, state: .showing([ScriptedUploads.item(1, "a\u{1B}[31m\n\u{202E}b.pdf")]))
    #expect(!screen.stage.text.contains("\u{1B}") && !screen.stage.text.contains("\u{202E}"))
    #expect(screen.stage.text.contains("b.pdf"))
  }
}
