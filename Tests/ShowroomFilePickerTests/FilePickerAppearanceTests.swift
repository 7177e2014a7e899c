import ReactorCore
import ReactorTerminal
import ReactorTesting
import ShowroomTestSupport
import SystemPackage
import Testing

@testable import ShowroomFilePicker

/// The drawn screens of the picker for states set with a stubbed reactor.
@MainActor
@Suite("FilePicker: appearance")
struct FilePickerAppearanceTests {
  let reactor = FilePickerReactor(start: "/home/ann/Pictures", home: "/home/ann", reader: Disk().reader)
  let stub: Stub<FilePickerReactor>

  nonisolated static let entries: [FileEntry] = [
    .folder("2024"), .folder("\u{1109}\u{1161}\u{110C}\u{1175}\u{11AB}"),
    .file("invoice (signed).pdf", 84_512, minutes: 61),
    .file("IMG_2.jpg", 2_500_000), .file("IMG_10.jpg", 999_960),
    .file("scan of the registration, both sides, 600 dpi, uncompressed.tif", 48_000_000_000, minutes: -600_000),
    .unusable("lost", .deadLink, linkTo: "/mnt/gone"), .unusable("round", .linkLoop, linkTo: "round"),
    .unusable("tap", .pipe), .file("two\nlines\u{1B}[31m.txt", 0),
    FileEntry(
      name: FileName(bytes: [0x63, 0x61, 0x66, 0xE9, 0x2E, 0x74, 0x78, 0x74]), kind: .file, size: 12,
      modified: FileEntry.moment),
  ]

  init() async {
    stub = reactor.stub()
    await stub.arrange(Self.entries)
  }

  @Test func `the destination takes the space that the path leaves`() {
    let stage = TestScreen(40, 1)
    let line = stage.show(FolderLine())
    line.path = "/photos"
    line.destination = "/srv/uploads/of/cars"
    #expect(stage.text == " /photos Upload to /srv/uploads/of/cars")

    line.path = "/home/ann/photos/of/cars"
    #expect(stage.text == " /home/an…/of/cars Upload to …s/of/cars")
  }

  @Test func `80 by 24 shows names, sizes, dates, entries that are not files, and key hints`() {
    let screen = FilePickerScreen(reactor)
    screen.shows(
      """
       Kia K5 › Choose files                                                     1/11
       ~/Pictures
         Name ▲                                               Size  Modified
      ▸  2024/                                              folder  2026-11-21 08:30
         사진/                                              folder  2026-11-21 08:30
         caf\\xE9.txt                                          12 B  2026-11-21 08:30
         IMG_2.jpg                                         2.50 MB  2026-11-21 08:30
         IMG_10.jpg                                        1.00 MB  2026-11-21 08:30
         invoice (signed).pdf                              84.5 kB  2026-11-21 09:31
         lost → /mnt/gone                                   broken  2026-11-21 08:30
         round → round                                        loop  2026-11-21 08:30
         scan of the registratio… dpi, uncompressed.tif    48.0 GB  2025-09-30 16:30
         tap                                                  pipe  2026-11-21 08:30
         two\\x0Alines\\x1B[31m.txt                              0 B  2026-11-21 08:30









       Enter Open  Space Select  u Upload folder  / Filter  +12                ? Help
      """,
      styles: """
        .sssssssssTTTTTTTTTTTT
        .ssssssssss
        ...hhhhhh...............................................hhhh..hhhhhhhh
        SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSS
        ...aaaaa..............................................ssssss..ssssssssssssssss
        ..............................................................ssssssssssssssss
        ..............................................................ssssssssssssssss
        ..............................................................ssssssssssssssss
        ..............................................................ssssssssssssssss
        ...ssssssssssssssss...................................ssssss..ssssssssssssssss
        ...sssssssssssss........................................ssss..ssssssssssssssss
        ..............................................................ssssssssssssssss
        ...sss..................................................ssss..ssssssssssssssss
        ..............................................................ssssssssssssssss









        .kkkkk.ssss..kkkkk.ssssss..k.sssssssssssss..k.ssssss..sss................k.ssss
        """)
  }

  @Test func `50 by 12 drops the date and keeps the ends of long names`() {
    stub.state.selection.insert([.at("/home/ann/Pictures/IMG_2.jpg", FileEntry.file("IMG_2.jpg", 2_500_000))])
    let screen = FilePickerScreen(reactor, width: 50, height: 12)
    screen.terminal.press(.down, .down, .down)
    screen.shows(
      """
       Kia K5 › Choose files 4/11 · 1 selected, 2.50 MB
       ~/Pictures
         Name ▲                                   Size
         2024/                                  folder █
         사진/                                  folder █
         caf\\xE9.txt                              12 B █
      ▸● IMG_2.jpg                             2.50 MB █
         IMG_10.jpg                            1.00 MB █
         invoice (signed).pdf                  84.5 kB │
         lost → /mnt/gone                       broken │
         round → round                            loop │
       Enter Upload 1  Space Deselect  +14       ? Help
      """,
      styles: """
        .sssssssssTTTTTTTTTTTT
        .ssssssssss
        ...hhhhhh...................................hhhh
        ...aaaaa..................................ssssss.s
        ...aaaaa..................................ssssss.s
        .................................................s
        SSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSSs
        .................................................s
        .................................................s
        ...ssssssssssssssss.......................ssssss.s
        ...sssssssssssss............................ssss.s
        .kkkkk.ssssssss..kkkkk.ssssssss..sss.......k.ssss
        """)
  }

  @Test func `40 by 10 still fits names and sizes`() {
    let screen = FilePickerScreen(reactor, width: 40, height: 10)
    screen.shows(
      """
       Kia K5 › Choose files             1/11
       ~/Pictures
         Name ▲                         Size
      ▸  2024/                        folder █
         사진/                        folder █
         caf\\xE9.txt                    12 B █
         IMG_2.jpg                   2.50 MB │
         IMG_10.jpg                  1.00 MB │
         invoice (signed).pdf        84.5 kB │
       Enter Open  Space Select  +14   ? Help
      """)
  }

  @Test func `an ASCII terminal shows only ASCII in the picker's own text`() async {
    await stub.arrange([.folder("2024"), .unusable("lost", .deadLink, linkTo: "gone"), .file("a.jpg")])
    stub.state.selection.insert([.at("/home/ann/Pictures/a.jpg", FileEntry.file("a.jpg", 1_500))])
    let screen = FilePickerScreen(reactor, width: 60, height: 10, isASCII: true)
    screen.shows(
      """
       Kia K5 > Choose files            1/3 | 1 selected, 1.50 kB
       ~/Pictures
         Name ^                           Size  Modified
      >  2024/                          folder  2026-11-21 08:30
       x a.jpg                         1.00 kB  2026-11-21 08:30
         lost -> gone                   broken  2026-11-21 08:30



       Enter Open  Space Select  u Upload 1  +14           ? Help
      """)
    #expect(screen.text.utf8.allSatisfy { $0 < 0x80 })
  }

  @Test func `a filter appears in its bar, in the names and in the title`() async {
    await stub.arrange(Self.entries, filter: "img")
    let screen = FilePickerScreen(reactor, width: 60, height: 10)
    screen.terminal.press("/")
    screen.shows(
      """
       Kia K5 › Choose files                    1/2 · filter: img
       ~/Pictures
         Name ▲                           Size  Modified
      ▸  IMG_2.jpg                     2.50 MB  2026-11-21 08:30
         IMG_10.jpg                    1.00 MB  2026-11-21 08:30



      /img
       Enter Done  Esc Clear  F5 Reload  ^P Commands      F1 Help
      """,
      styles: """
        .sssssssssTTTTTTTTTTTT
        .ssssssssss
        ...hhhhhh...........................hhhh..hhhhhhhh
        III111IIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIII
        ...MMM....................................ssssssssssssssss



        2ccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc
        .kkkkk.ssss..kkk.sssss..kk.ssssss..kk.ssssssss......kk.ssss
        """)
    screen.terminal.press(.enter)
    #expect(!screen.text.contains("/img"))
  }

  @Test func `a path is typed in the last line, with suggestions above it`() {
    let screen = FilePickerScreen(reactor, width: 60, height: 10)
    screen.terminal.press("p")
    screen.terminal.type("~/D")
    stub.output(.pathFeedback(PathFeedback(text: "~/Do", suggestions: ["Documents/", "Downloads/"])))
    screen.shows(
      """
       Kia K5 › Choose files                                 1/11
       ~/Pictures
         Name ▲                           Size  Modified
      ▸  2024/                          folder  2026-11-21 08:30 █
         사진/                          folder  2026-11-21 08:30 │
         caf\\xE9.txt                      12 B  2026-11-21 08:30 │
         IMG_2.jpg                     2.50 MB  2026-11-21 08:30 │
       Documents/  Downloads/
      Path: ~/Do
       Enter Go to path  Tab Complete  Esc Cancel  +2     F1 Help
      """,
      styles: """
        .sssssssssTTTTTTTTTTTT
        .ssssssssss
        ...hhhhhh...........................hhhh..hhhhhhhh
        IIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIs
        ...aaaaa..........................ssssss..ssssssssssssssss.s
        ..........................................ssssssssssssssss.s
        ..........................................ssssssssssssssss.s
        .ssssssssssssssssssssss
        111111cccccccccccccccccccccccccccccccccccccccccccccccccccccc
        .kkkkk.ssssssssss..kkk.ssssssss..kkk.ssssss..ss.....kk.ssss
        """)
    stub.output(.pathFeedback(PathFeedback(problem: "\"Dx\" does not exist.")))
    #expect(screen.rows[7] == " \"Dx\" does not exist.")
    screen.terminal.press(.escape)
    #expect(!screen.text.contains("Path:"))
    screen.terminal.press("p")
    #expect(screen.rows[8].hasPrefix("Path: path of a folder"))
  }

  @Test func `v lists the selected files of all folders`() async {
    stub.state.selection.insert([.at("/home/ann/Pictures/IMG_2.jpg", FileEntry.file("IMG_2.jpg", 2_500_000))])
    stub.state.selection.insert([.at("/srv/a.pdf", FileEntry.file("a.pdf", 1_000))])
    let screen = FilePickerScreen(reactor, width: 60, height: 12)
    screen.terminal.press("v")
    screen.shows(
      """
       Kia K5 › Choose files           1/11 · 2 selected, 2.50 MB
       ~/Pictures
         Name ▲                           Size  Modified
      ▸  2024/                          folder  2026-11-21 08:30 █
         사진/  ╭─ 2 files selected, 2.50 MB ─────────╮-21 08:30 █
         caf\\xE9│ ▸ ~/Pictures/IMG_2.jpg    2.50 MB   │-21 08:30 █
       ● IMG_2.j│   /srv/a.pdf              1.00 kB   │-21 08:30 █
         IMG_10.╰─────────────────────────────────────╯-21 08:30 █
         invoice (signed).pdf          84.5 kB  2026-11-21 09:31 │
         lost → /mnt/gone               broken  2026-11-21 08:30 │
         round → round                    loop  2026-11-21 08:30 │
       Enter Go to file  Esc Cancel                        ? Help
      """)
    screen.terminal.press(.down, .enter)
    await eventually { stub.actions.last == .reveal("/srv/a.pdf") }
  }
}
