import ReactorCore
import ReactorTerminal
import ReactorTesting
import SystemPackage
import Testing

@testable import ShowroomApp

/// What the picker says when there is nothing to show, or something to wait for, with the reactor stubbed.
@MainActor
@Suite("FilePicker: situations")
struct FilePickerSituationTests {
  let reactor = FilePickerReactor(start: "/home/ann/Pictures", home: "/home/ann", reader: Disk().reader)
  let stub: Stub<FilePickerReactor>

  init() async {
    stub = reactor.stub()
    await stub.arrange(FilePickerAppearanceTests.entries)
  }

  @Test func `an empty folder`() async {
    await stub.arrange([])
    FilePickerScreen(reactor, width: 60, height: 12).shows(
      """
       Kia K5 › Choose files                                  0/0
       ~/Pictures
         Name ▲                            Size  Modified

                          This folder is empty

                             h Folder above
                             p Type a path



       / Filter  h Folder above  p Path  a Select all  …   ? Help
      """)
  }

  @Test func `a folder of hidden files only`() async {
    await stub.arrange([.file(".a"), .file(".b")])
    FilePickerScreen(reactor, width: 60, height: 12).shows(
      """
       Kia K5 › Choose files                                  0/2
       ~/Pictures
         Name ▲                            Size  Modified

                         Only hidden files here
                     2 names beginning with a dot.

                             . Show them
                             h Folder above


       / Filter  h Folder above  p Path  a Select all  …   ? Help
      """)
  }

  @Test func `a filter that nothing answers`() async {
    await stub.arrange(FilePickerAppearanceTests.entries, filter: "xyz")
    FilePickerScreen(reactor, width: 60, height: 12).shows(
      """
       Kia K5 › Choose files                   0/11 · filter: xyz
       ~/Pictures
         Name ▲                            Size  Modified

                            No name matches
                    None of 11 names contains "xyz".

                        Esc Clear the filter
                        . Show hidden files too


       Esc Clear  / Filter  h Folder above  p Path  …      ? Help
      """)
  }

  @Test func `a folder that must not be read`() {
    stub.fail(.denied)
    FilePickerScreen(reactor, width: 60, height: 12).shows(
      """
       Kia K5 › Choose files                                  0/0
       ~/Pictures
         Name ▲                            Size  Modified
                      ✗ This folder cannot be read
                You are not allowed to read "Pictures".

                             r Try again
                             h Folder above
                             p Type a path


       / Filter  h Folder above  p Path  a Select all  …   ? Help
      """)
  }

  @Test func `a folder that is gone`() {
    stub.fail(.missing)
    FilePickerScreen(reactor, width: 60, height: 12).shows(
      """
       Kia K5 › Choose files                                  0/0
       ~/Pictures
         Name ▲                            Size  Modified
                         ✗ This folder is gone
                        There is no "Pictures".

                             r Try again
                             h Folder above
                             p Type a path


       / Filter  h Folder above  p Path  a Select all  …   ? Help
      """)
  }

  @Test func `the first folder takes its time: nothing for 150 ms, then a word`() async {
    stub.state = FilePickerReactor.State(start: "/mnt/slow", home: "/home/ann")
    stub.state.reading = FolderReading("/mnt/slow", visit: 1)
    let screen = FilePickerScreen(reactor, width: 60, height: 12)
    #expect(!screen.text.contains("Reading the folder"))
    await screen.clock.advance(by: .milliseconds(150))
    screen.shows(
      """
       Kia K5 › Choose files                                  0/0
       /mnt/slow
         Name ▲                            Size  Modified


                         ⠋ Reading the folder

                                Esc Stop



       / Filter  h Folder above  p Path  a Select all  …   ? Help
      """)
  }

  @Test func `another folder takes its time: the rows stay, and after 150 ms a sign turns`() async {
    stub.state.reading = FolderReading("/mnt/slow", visit: 9)
    let screen = FilePickerScreen(reactor, width: 60, height: 10)
    #expect(!screen.text.contains("Opening"))
    await screen.clock.advance(by: .milliseconds(150))
    #expect(screen.rows[1].hasSuffix("Opening slow"))
    #expect(screen.rows[1].hasPrefix(" ~/Pictures"))
    #expect(screen.text.contains("IMG_10.jpg"))
  }

  @Test func `an alert says which files cannot be uploaded, and stays`() {
    let screen = FilePickerScreen(reactor, width: 60, height: 14)
    stub.state.alert = "You are not allowed to read \"a\".\nThere is no \"b\"."
    screen.shows(
      """
       Kia K5 › Choose files                                 1/11
       ~/Pictures
         Name ▲                            Size  Modified
      ▸  2024/                           folder  2026-11-21 08:30█
         사진/    ╭─ These files cannot be uploaded ─╮11-21 08:30█
         caf\\xE9.t│ You are not allowed to read "a". │11-21 08:30█
         IMG_2.jpg│ There is no "b".                 │11-21 08:30█
         IMG_10.jp│                                  │11-21 08:30█
         invoice (│                          [Close] │11-21 09:31█
         lost → /m╰──────────────────────────────────╯11-21 08:30█
         round → round                     loop  2026-11-21 08:30█
         scan of the r…ompressed.tif    48.0 GB  2025-09-30 16:30█
         tap                               pipe  2026-11-21 08:30│
       Esc Close                                           ? Help
      """)
  }

  @Test func `in a name whose middle gave way nothing is brought out in the wrong place`() async {
    await stub.arrange(FilePickerAppearanceTests.entries, filter: "both")
    let screen = FilePickerScreen(reactor, width: 50, height: 10)
    #expect(screen.rows[3].hasPrefix("▸  scan of the regis… uncompressed.tif"))
    let highlight = screen.window.theme[.highlight]
    let row = screen.terminal.cells[3 * 50..<4 * 50]
    #expect(!row.contains { $0.style.background == highlight.background })
    screen.terminal.resize(to: Size(width: 110, height: 10))
    #expect(screen.rows[3].contains("both sides, 600 dpi, uncompressed.tif"))
    #expect(screen.terminal.cells[3 * 110..<4 * 110].contains { $0.style.background == highlight.background })
  }
}

extension Stub<FilePickerReactor> {
  /// Makes the folder hold `entries`, as a reading would leave it.
  func arrange(_ entries: [FileEntry], filter: String = "") async {
    state.reading = FolderReading(state.reading.path, visit: state.reading.visit + 1)
    state.reading.take(entries)
    state.reading.end(.complete)
    state.filter = filter
    if let listing = await state.arrangement?.run() { state.listing = listing }
  }

  /// Makes the folder one that cannot be read.
  func fail(_ cause: FileProblem.Cause) {
    state.reading.end(.failed)
    state.listing = FileListing(
      failing: FileProblem(cause, state.reading.path), state.reading, after: state.listing)
  }
}
