import ReactorCore
import ReactorTerminal
import ShowroomUploads
import Testing

@testable import ShowroomApp

@MainActor
struct UploadAppearanceTests {
  private let showcase: Showcase

  init() async throws {
    showcase = try await Showcase(loadIndex: false)
  }

  @Test(arguments: [(80, 24), (120, 40), (200, 60), (50, 12)])
  func `messages cover neither the destination nor the total progress`(width: Int, height: Int) {
    let screen = UploadScreen(showcase, width, height, state: .showing(UploadReactor.State.everyState))
    let before = screen.stage.text.components(separatedBy: "\n")
    let last = before.firstIndex { $0.contains("% sent") } ?? 0

    for text in ["Saved", "Uploaded 3 files", "Copied 4 cars"] { screen.stage.window.toast(text, kind: .success) }

    #expect(screen.stage.text.contains("Copied 4 cars"))
    #expect(screen.stage.text.components(separatedBy: "\n")[...last] == before[...last])
  }

  @Test func `80×24 shows the destination, the totals, a row in every state and the details of the selected one`() {
    let screen = UploadScreen(
      showcase, state: .showing(UploadReactor.State.everyState))
    screen.stage.expect(
      """
       Cars › Uploads for Kia K5 2021                                            1/10
       Car          Kia K5 2021
       Destination  dav+https://files.example.org/cars
       Supports     WebDAV · not resumable · atomic · no checksum
       Free space   96.4 GB · files up to 5.00 GB
       Contents     2 files, 1.40 MB: brochure.pdf, 견적서.pdf
       ▓░░░░░░░░░░░░░░░░  0% sent · 0% confirmed · 1 h 10 left · 1/7 files · 1 failed

        File                  Size            Sent       Rate    Left  State
      ▸ brochure.pdf       1.00 MB  ████████  100%                     ✓ Uploaded
        정비 ….pdf    43.0/96.0 MB  █▓▓░░░░░   44%  1.20 MB/s    45 s  Uploading
        video.mp4          5.00 GB                                     Hashing 50%
        photo-1.jpg        2.00 MB  ███████░   99%                     Verifying
        photo-2.jpg        2.00 MB                                     Queued
        photo-3.jpg   1.00/2.00 MB  ████░░░░   50%                     Retry in 5 s
        photo-4.jpg        2.00 MB                                     ✗ No space
        photo-5.jpg        2.00 MB                                     Canceled
        photo-6.jpg   0.50/2.00 MB  ██░░░░░░   25%                     Interrupted
        photo-7.jpg        2.00 MB                                     Elsewhere

       /home/me/brochure.pdf → dav+https://files.example.org/cars
       Uploaded

       Enter Open  a Add files  x Remove  r Check again  p Pause  d Destination  +5
      """)
  }

  @Test func `50×12 hides the least important columns and keeps one line about the destination`() {
    let screen = UploadScreen(showcase, 50, 12, state: .showing(UploadReactor.State.everyState))
    screen.stage.expect(
      """
       Cars › Uploads for Kia K5 2021              1/10
       Destination  dav+https://files.example.org/cars
       ▓░░░░░░░░░░░░  0% sent · 0% confirmed · 1 failed
        File                  Size  Sent  State
      ▸ brochure.pdf       1.00 MB  100%  ✓ Uploaded   █
        정비 ….pdf    43.0/96.0 MB   44%  Uploading    █
        video.mp4          5.00 GB        Hashing 50%  █
        photo-1.jpg        2.00 MB   99%  Verifying    │
        photo-2.jpg        2.00 MB        Queued       │
        photo-3.jpg   1.00/2.00 MB   50%  Retry in 5 s │
       /home/me/brochure.pdf → dav+https://files.examp…
       Enter Open  a Add files  x Remove  +8
      """)
  }

  @Test func `an ASCII terminal shows ASCII bars, symbols and arrows`() {
    let screen = UploadScreen(showcase, 80, 24, ascii: true, state: .showing(UploadReactor.State.everyState))
    #expect(screen.stage.text.allSatisfy { $0.isASCII || ("가"..."힣").contains($0) })
    #expect(screen.stage.text.contains("+ Uploaded") && screen.stage.text.contains("x No space"))
  }

  @Test func `a file that a server refuses because of its size is too large`() {
    let failure = UploadFailure(.noSpace, "The file is too large for files.example.org (413).", status: 413)
    let upload = ScriptedUploads.upload(1, "video.mp4", .failed(failure))
    let screen = UploadScreen(showcase, state: .showing([upload]))

    #expect(screen.stage.text.contains("✗ Too large"), "\(screen.stage.text)")
  }

  @Test func `the hints and the dialog for a duplicate are ASCII in an ASCII terminal`() {
    let uploads = (1...3).map { number in
      ScriptedUploads.upload(
        number, "\(number).pdf", size: 3, .failed(UploadFailure(.duplicate(size: 3), "There.")))
    }
    let screen = UploadScreen(showcase, 80, 24, ascii: true, state: .showing(uploads))
    #expect(screen.stage.text.contains("Enter Resolve"))
    #expect(screen.stage.text.allSatisfy { $0.isASCII || ("가"..."힣").contains($0) })
    screen.stub.output(.ask(.duplicate(uploads[0], size: 3, others: 2)))
    #expect(screen.stage.text.contains("a Apply to all 3"))
    #expect(screen.stage.text.allSatisfy { $0.isASCII || ("가"..."힣").contains($0) })
  }

  @Test func `an empty queue shows an explanation and the keys to start`() {
    let screen = UploadScreen(showcase, 60, 18, state: .showing([]))
    screen.stage.expect(
      """
       Cars › Uploads for Kia K5 2021
       Car          Kia K5 2021
       Destination  dav+https://files.example.org/cars
       Supports     WebDAV · not resumable · atomic · no checksum
       Free space   96.4 GB · files up to 5.00 GB
       Contents     2 files, 1.40 MB: brochure.pdf, 견적서.pdf

        File                            Size  Sent  State
                 Nothing is being uploaded to this car
           Documents and photos of a car are uploaded to the
                     destination while you browse.
                        a Choose files
                        d Choose the destination
                        H Show uploaded files



       Enter Open  a Add files  x Cancel  r Check again  +7
      """)
  }

  @Test func `after all uploads, names have the space of the rates, and the totals include failures`() {
    let name = "가나다라마바사아자차카타파하.pdf"
    let uploads = [
      ScriptedUploads.upload(1, name, size: 1_000_000, .done),
      ScriptedUploads.upload(2, "b.pdf", .failed(UploadFailure(.noSpace, "There is not enough free space."))),
    ]

    let screen = UploadScreen(showcase, state: .showing(uploads))

    #expect(screen.stage.text.contains("\n 1/2 files · 1 failed · 1.00 MB"), "\(screen.stage.text)")
    #expect(screen.stage.text.contains("▸ \(name) ") && screen.stage.text.contains(" ████████  100%  ✓ Uploaded"))
    screen.stub.state.snapshot.uploads.append(
      ScriptedUploads.upload(3, "c.pdf", .uploading, to: ScriptedUploads.web("files")))
    #expect(screen.stage.text.contains(" Rate ") && !screen.stage.text.contains("▸ \(name)"))
  }

  @Test func `a wide screen shows the percentage confirmed, and a stall in place of the time left`() {
    let uploads = [
      ScriptedUploads.upload(1, "a.pdf", .uploading, confirmed: 7_000_000, sent: 50_000_000, rate: 1_000_000),
      ScriptedUploads.upload(2, "b.pdf", .uploading, sent: 43_000_000, isStalled: true),
    ]
    let screen = UploadScreen(showcase, 120, 12, state: .showing(uploads, car: nil))
    screen.stage.expect(
      """
       Cars › Uploads                                                                                                     1/2
       New uploads  dav+https://files.example.org/cars
       █▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓▓░░░░░░░░░░░░░░░░░░░░░░░  48% sent · 3% confirmed · 1:39 left · 0/2 files · 93.0/192 MB · 1.00 MB/s
        File             Car          Destination           Size            Sent  Confirmed       Rate    Left  State
      ▸ a.pdf            Kia K5 2021  files         50.0/96.0 MB  ▓▓▓▓░░░░   52%         7%  1.00 MB/s    46 s  Uploading
        b.pdf            Kia K5 2021  files         43.0/96.0 MB  ▓▓▓░░░░░   44%         0%    stalled          Uploading




       /home/me/a.pdf → /files
       Enter Open  a Add files  x Cancel  r Retry  p Pause  d Destination  H History  X Cancel all  R Retry all  +2
      """)
    screen.stub.state.snapshot.uploads.removeFirst()
    #expect(screen.stage.text.contains("44% sent · 0% confirmed · stalled · 0/1 file"))
  }

  @Test func `without a car the uploads of all cars are shown with only the destination`() {
    let uploads = [ScriptedUploads.upload(1, "a.pdf"), ScriptedUploads.upload(2, "b.pdf", car: 2)]
    let screen = UploadScreen(showcase, 60, 18, state: .showing(uploads, car: nil))
    screen.stage.expect(
      """
       Cars › Uploads                                         1/2
       New uploads  dav+https://files.example.org/cars
       ░░░░░░░░░░░  0% sent · 0% confirmed · 0/2 files · 0/192 MB

        File       Car          Destination   Sent  State
      ▸ a.pdf      Kia K5 2021  files               Queued
        b.pdf      Kia K5 2022  files               Queued







       /home/me/a.pdf → /files
       Queued

       Enter Open  a Add files  x Cancel  r Retry  p Pause  +6
      """)
  }

  @Test func `the uploads of all cars show their car and destination in each row`() {
    let uploads = [
      ScriptedUploads.upload(1, "a.pdf", .uploading, sent: 43_000_000),
      ScriptedUploads.upload(2, "b.pdf", car: 2, to: ScriptedUploads.web("other")),
      ScriptedUploads.upload(3, "c.pdf", car: 99),
    ]
    let screen = UploadScreen(showcase, 100, 18, state: .showing(uploads, car: nil))
    screen.stage.expect(
      """
       Cars › Uploads                                                                                 1/3
       New uploads  dav+https://files.example.org/cars
       ▓▓▓▓▓▓▓░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░  14% sent · 0% confirmed · 0/3 files · 43.0/288 MB

        File   Car          Destination                Size  Sent       Rate    Left  State
      ▸ a.pdf  Kia K5 2021  files              43.0/96.0 MB   44%                     Uploading
        b.pdf  Kia K5 2022  other.example.org       96.0 MB                           Queued
        c.pdf  Car 99       files                   96.0 MB                           Queued






       /home/me/a.pdf → /files
       44% sent · 0% confirmed

       Enter Open  a Add files  x Cancel  r Retry  p Pause  d Destination  H History  X Cancel all  +3
      """)
  }

  @Test(arguments: [80, 120])
  func `states and cars are shown completely while short file names leave space`(width: Int) {
    let uploads = [
      ScriptedUploads.upload(1, "small.txt", size: 5, .failed(UploadFailure(.unreachable, "No connection."))),
      ScriptedUploads.upload(2, "b.txt", size: 5, .failed(UploadFailure(.protocol, "Not WebDAV."))),
    ]
    var state = UploadReactor.State.showing(uploads, car: nil)
    state.carNames = [1: "Acura Integra 2023"]

    let screen = UploadScreen(showcase, width, 24, state: state)

    for text in ["✗ Unreachable", "✗ Bad response", " Acura Integra 2023 ", "▸ small.txt "] {
      #expect(screen.stage.text.contains(text), "\(screen.stage.text)")
    }
  }

  @Test func `the uploads of one car show their destinations if one differs from that of new uploads`() {
    let screen = UploadScreen(showcase, 80, 18, state: .showing([ScriptedUploads.upload(1, "a.pdf")]))
    #expect(!screen.stage.text.contains("  Destination   "))
    screen.stub.state.snapshot.uploads[0].destination = "/srv/cars"
    #expect(screen.stage.text.contains("Destination   ") && screen.stage.text.contains(" /srv/cars"))
  }

  @Test func `a read-only, checking or failed destination shows its status`() {
    var info = UploadReactor.State.info
    info.readOnlyReason = "Uploads are not permitted (403)."
    let screen = UploadScreen(showcase, state: .showing([], info: info))
    #expect(screen.stage.text.contains("Read-only    Uploads are not permitted (403)."))
    #expect(screen.stage.style(of: "Uploads are") == Theme.dark[.error])
    screen.stub.state.destinationStatus = .checking
    #expect(screen.stage.text.contains("Supports     Checking the destination"))
    screen.stub.state.destinationStatus = .failed(UploadFailure(.unavailable, "The server does not respond."))
    #expect(screen.stage.text.contains("Error        The server does not respond."))
  }

  @Test func `the reason why a destination cannot be reached wraps`() {
    let screen = UploadScreen(showcase, state: .showing([]))

    screen.stub.state.destinationStatus = .failed(
      UploadFailure(
        .unreachable,
        "127.0.0.1:18231 refused the connection; check the address, or start the server, and then try again."))

    #expect(
      screen.stage.text.contains(
        """
         Error        127.0.0.1:18231 refused the connection; check the address, or
                      start the server, and then try again.
        """))
  }

  @Test func `200 rows scroll with the selection, which stays on its upload when others are removed`() {
    let uploads = (1...200).map { ScriptedUploads.upload(Int64($0), "photo-\($0).jpg") }
    let screen = UploadScreen(showcase, state: .showing(uploads))
    screen.stage.terminal.press("G")
    #expect(screen.stage.text.contains("▸ photo-200.jpg") && screen.stage.text.contains("200/200"))
    screen.stage.terminal.press("k", "k")
    screen.stub.state.snapshot.uploads.removeFirst(100)
    #expect(screen.stage.text.contains("▸ photo-198.jpg") && screen.stage.text.contains("98/100"))
    #expect(screen.stage.text.contains("0/100 files · 0/9.60 GB"))
  }

  @Test func `a spinner precedes the totals while uploads started on this screen are running`() async {
    let screen = UploadScreen(showcase, state: .showing([ScriptedUploads.upload(1, "a.pdf", .uploading)]))
    screen.stub.state.uploading = 1
    #expect(screen.stage.text.contains("\n ▏") == false && !screen.stage.text.contains("⠋"))
    await screen.stage.clock.advance(by: .milliseconds(150))
    #expect(screen.stage.text.contains("\n⠋░░"))
    await screen.stage.clock.advance(by: .milliseconds(100))
    #expect(screen.stage.text.contains("\n⠙░░"))
    screen.stub.state.uploading = 0
    #expect(screen.stage.text.contains("\n ░░") && screen.stage.clock.sleeperCount == 0)
  }

  @Test func `a paused queue is marked in the title and in the totals`() {
    let screen = UploadScreen(showcase, state: .showing([ScriptedUploads.upload(1, "a.pdf")], isPaused: true))
    #expect(!screen.titleBar.contains("paused"), "the indicator in the title bar shows it")
    #expect(screen.stage.text.contains("0% sent · 0% confirmed · paused · 0/1 file"))
    #expect(screen.stage.text.contains("p Resume"))
    screen.stub.state.snapshot.uploads[0].state = .uploading
    #expect(
      screen.stage.text.contains("0% sent · 0% confirmed · pausing · 0/1 file"), "the running upload finishes first")
    screen.stub.state.snapshot.uploads[0].state = .done
    #expect(screen.titleBar.hasSuffix(" paused · 1/1"))
  }

  @Test func `a path with a line break stays on one line, like in the file picker`() {
    let failure = UploadFailure(.unavailable, "The server is busy.")
    let upload = ScriptedUploads.upload(1, "a\nb.txt", .failed(failure))
    let screen = UploadScreen(showcase, state: .showing([upload]))
    #expect(
      screen.stage.text.contains(
        """
         /home/me/a\\x0Ab.txt → dav+https://files.example.org/cars
         The server is busy.
        """))
  }

  @Test(arguments: [
    Upload.State.failed(UploadFailure(.unavailable, "The server is busy.", status: 503)),
    .retrying(UploadFailure(.unavailable, "The server is busy.", status: 503), attempt: 2, inSeconds: 2),
  ])
  func `the only line of details in a small window is the reason for a failure`(state: Upload.State) {
    let screen = UploadScreen(showcase, 50, 12, state: .showing([ScriptedUploads.upload(1, "a.pdf", state)]))
    #expect(screen.stage.text.contains("\n The server is busy. (HTTP status 503)\n"))
    #expect(screen.stage.text.contains("Enter Details"))
    screen.stage.terminal.resize(to: Size(width: 80, height: 24))
    #expect(screen.stage.text.contains("\n /home/me/a.pdf → dav+https://files.example.org/cars\n"))
  }

  @Test(arguments: [(80, 24), (50, 12)])
  func `the details of a file that already exists name all choices`(width: Int, height: Int) {
    let reason =
      "dav+https://files.example.org/cars already has a file named a.pdf; "
      + String(repeating: "skip the upload, ", count: 8) + "replace the file, or keep both."
    let state = Upload.State.failed(UploadFailure(.duplicate(size: 3), reason))
    let screen = UploadScreen(showcase, width, height, state: .showing([ScriptedUploads.upload(1, "a.pdf", state)]))
    #expect(screen.stage.text.contains("\n Already exists; skip, replace, or keep both.\n"), "\(screen.stage.text)")
  }

  @Test func `a long reason takes lines that the table leaves empty`() {
    let words = String(repeating: "try again later and ", count: 12) + "give up."
    let state = Upload.State.failed(UploadFailure(.unavailable, words))
    let uploads = [ScriptedUploads.upload(1, "b.pdf", .done), ScriptedUploads.upload(2, "a.pdf", state)]
    let screen = UploadScreen(showcase, state: .showing(uploads))
    screen.stage.terminal.press("g")
    #expect(!screen.stage.text.contains("give up."))
    screen.stage.terminal.press("j")
    #expect(
      screen.stage.text.contains(
        """
         /home/me/a.pdf → dav+https://files.example.org/cars
         try again later and try again later and try again later and try again later
         and try again later and try again later and try again later and try again
         later and try again later and try again later and try again later and try
         again later and give up.
        """))
    screen.stub.state.snapshot.uploads += (3...30).map { ScriptedUploads.upload($0, "b.pdf", .done) }
    #expect(!screen.stage.text.contains("give up.") && screen.stage.text.contains("and try again…\n"))
  }

  @Test func `a long reason ends with an ellipsis if the table fills the window`() {
    let words = String(repeating: "try again later and ", count: 12)
    let state = Upload.State.failed(UploadFailure(.unavailable, words))
    let uploads = (1...30).map { ScriptedUploads.upload($0, "a.pdf", state) }
    let screen = UploadScreen(showcase, state: .showing(uploads))
    #expect(
      screen.stage.text.contains(
        """
         try again later and try again later and try again later and try again later
         and try again later and try again later and try again later and try again…
        """))
  }

  @Test func `the smallest window shows the keys of an empty queue`() {
    let screen = UploadScreen(showcase, 40, 10, state: .showing([]))
    #expect(screen.stage.text.contains("a Choose files") && screen.stage.text.contains("d Choose the destination"))
  }

  @Test func `control characters in names never reach the terminal`() {
    let screen = UploadScreen(showcase, state: .showing([ScriptedUploads.upload(1, "a\u{1B}[31m\n\u{202E}b.pdf")]))
    #expect(!screen.stage.text.contains("\u{1B}") && !screen.stage.text.contains("\u{202E}"))
    #expect(screen.stage.text.contains("b.pdf"))
  }
}
