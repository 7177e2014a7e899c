import ReactorCore
import ReactorTerminal
import SystemPackage
import Testing

@testable import ShowroomFilePicker

/// The placeholders, progress and alerts of the picker, with a stubbed reactor.
@MainActor
@Suite("FilePicker: placeholders and alerts")
struct FilePickerPlaceholderTests {
  let reactor = FilePickerReactor(start: "/home/ann/Pictures", home: "/home/ann", reader: Disk().reader)
  let stub: Stub<FilePickerReactor>

  init() async {
    stub = reactor.stub()
    await stub.arrange(FilePickerAppearanceTests.entries)
  }

  @Test func `an empty folder offers the parent folder and a path`() async {
    await stub.arrange([])
    FilePickerScreen(reactor, width: 60, height: 12).shows(
      """
       Kia K5 › Choose files                                  0/0
       ~/Pictures
         Name ▲                           Size  Modified

                          This folder is empty

                            h Parent folder
                            p Enter path



       Enter Upload  Space Select  / Filter  +12           ? Help
      """)
  }

  @Test func `a folder with only hidden files offers to show them`() async {
    await stub.arrange([.file(".a"), .file(".b")])
    FilePickerScreen(reactor, width: 60, height: 12).shows(
      """
       Kia K5 › Choose files                                  0/2
       ~/Pictures
         Name ▲                           Size  Modified

                           Only hidden files
                  This folder contains 2 hidden items.

                          . Show hidden files
                          h Parent folder


       Enter Upload  Space Select  / Filter  +12           ? Help
      """)
  }

  @Test func `a filter without matches offers to clear it`() async {
    await stub.arrange(FilePickerAppearanceTests.entries, filter: "xyz")
    FilePickerScreen(reactor, width: 60, height: 12).shows(
      """
       Kia K5 › Choose files                   0/11 · filter: xyz
       ~/Pictures
         Name ▲                           Size  Modified

                               No matches
                    None of 11 names contains "xyz".

                        Esc Clear the filter
                        . Show hidden files too


       Enter Upload  Space Select  Esc Clear  +13          ? Help
      """)
  }

  @Test func `a long filter is shortened, so that the hints stay on the screen`() async {
    await stub.arrange(FilePickerAppearanceTests.entries, filter: String(repeating: "x", count: 1_000))
    let screen = FilePickerScreen(reactor, width: 60, height: 12)
    #expect(screen.text.contains("xxx…\".") && screen.text.contains("Esc Clear the filter"), "\(screen.text)")
  }

  @Test func `an unreadable folder shows the cause and a retry`() {
    stub.fail(.denied)
    FilePickerScreen(reactor, width: 60, height: 12).shows(
      """
       Kia K5 › Choose files                                  0/0
       ~/Pictures
         Name ▲                           Size  Modified
                      ✗ This folder cannot be read
             You don't have permission to read "Pictures".

                            r Retry
                            h Parent folder
                            p Enter path


       Enter Upload  Space Select  / Filter  +12           ? Help
      """)
  }

  @Test func `a missing folder shows the cause and a retry`() {
    stub.fail(.missing)
    FilePickerScreen(reactor, width: 60, height: 12).shows(
      """
       Kia K5 › Choose files                                  0/0
       ~/Pictures
         Name ▲                           Size  Modified
                           ✗ Folder not found
                       "Pictures" does not exist.

                            r Retry
                            h Parent folder
                            p Enter path


       Enter Upload  Space Select  / Filter  +12           ? Help
      """)
  }

  @Test func `a slow first folder shows progress after 150 ms`() async {
    stub.state = FilePickerReactor.State(start: "/mnt/slow", home: "/home/ann")
    stub.state.reading = FolderReading("/mnt/slow", visit: 1)
    let screen = FilePickerScreen(reactor, width: 60, height: 12)
    #expect(!screen.text.contains("Reading the folder"))
    await screen.clock.advance(by: .milliseconds(150))
    screen.shows(
      """
       Kia K5 › Choose files                                  0/0
       /mnt/slow
         Name ▲                           Size  Modified


                         ⠋ Reading the folder

                                Esc Stop



       Enter Upload  Space Select  / Filter  +12           ? Help
      """)
  }

  @Test func `a slow next folder keeps the rows and shows progress after 150 ms`() async {
    stub.state.reading = FolderReading("/mnt/slow", visit: 9)
    let screen = FilePickerScreen(reactor, width: 60, height: 10)
    #expect(!screen.text.contains("Opening"))
    await screen.clock.advance(by: .milliseconds(150))
    #expect(screen.rows[1].hasSuffix("Opening slow"))
    #expect(screen.rows[1].hasPrefix(" ~/Pictures"))
    #expect(screen.text.contains("IMG_10.jpg"))
  }

  @Test func `an alert lists the files that cannot be uploaded`() {
    let screen = FilePickerScreen(reactor, width: 60, height: 14)
    stub.output(
      .message(
        .alert(
          "These files cannot be uploaded", text: "You lack permission to read \"a\".\n\"b\" does not exist.",
          kind: .warning)))
    screen.shows(
      """
       Kia K5 › Choose files                                 1/11
       ~/Pictures
         Name ▲                           Size  Modified
      ▸  2024/                          folder  2026-11-21 08:30 █
         사진/    ╭─ These files cannot be uploaded ─╮1-21 08:30 █
         caf\\xE9.t│ You lack permission to read "a". │1-21 08:30 █
         IMG_2.jpg│ "b" does not exist.              │1-21 08:30 █
         IMG_10.jp│                                  │1-21 08:30 █
         invoice (│                          [Close] │1-21 09:31 █
         lost → /m╰──────────────────────────────────╯1-21 08:30 █
         round → round                    loop  2026-11-21 08:30 █
         scan of the r…mpressed.tif    48.0 GB  2025-09-30 16:30 █
         tap                              pipe  2026-11-21 08:30 │
       Esc Close                                           ? Help
      """)
  }

  @Test func `a match in the truncated middle of a name is not highlighted elsewhere`() async {
    await stub.arrange(FilePickerAppearanceTests.entries, filter: "both")
    let screen = FilePickerScreen(reactor, width: 50, height: 10)
    #expect(screen.rows[3].hasPrefix("▸  scan of the regis…uncompressed.tif"))
    let row = screen.terminal.cells[3 * 50..<4 * 50]
    #expect(!row.contains { $0.style.attributes.contains(.underline) })
    screen.terminal.resize(to: Size(width: 110, height: 10))
    #expect(screen.rows[3].contains("both sides, 600 dpi, uncompressed.tif"))
    #expect(screen.terminal.cells[3 * 110..<4 * 110].contains { $0.style.attributes.contains(.underline) })
  }
}

extension Stub<FilePickerReactor> {
  /// Shows `entries`, as after a complete reading.
  func arrange(_ entries: [FileEntry], filter: String = "") async {
    state.reading = FolderReading(state.reading.path, visit: state.reading.visit + 1)
    state.reading.take(entries)
    state.reading.end(.complete)
    state.filter = filter
    if let listing = await state.arrangement?.run() { state.listing = listing }
  }

  /// Shows that the folder cannot be read.
  func fail(_ cause: FileError.Cause) {
    state.reading.end(.failed)
    state.listing = FileListing(
      failing: FileError(cause, state.reading.path), state.reading, after: state.listing)
  }
}
