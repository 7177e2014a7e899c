import ReactorCore
import ReactorTerminal
import ReactorTesting
import ShowroomFiles
import ShowroomTestSupport
import SystemPackage
import Testing

@testable import ShowroomFilePicker

/// The view and the reactor together, on a file system in memory.
@MainActor
@Suite("FilePicker: flow", .timeLimit(.minutes(20)))
struct FilePickerFlowTests {
  let disk = Disk([
    "/home/ann": [.folder("Pictures"), .file("notes.txt", 1234), .file(".profile", 10), .folder("Documents")],
    "/home/ann/Pictures": [.file("IMG_10.jpg", 2_500_000), .file("IMG_2.jpg", 1_200_000), .unusable("tap", .pipe)],
    "/home/ann/Documents": [],
    "/home": [.folder("ann")], "/": [.folder("home")],
  ])

  private func picker() -> FilePickerReactor {
    FilePickerReactor(start: "/home/ann", home: "/home/ann", reader: disk.reader)
  }

  @Test func `the parent folder shows the earlier cursor and selection`() async {
    let reactor = picker()
    let screen = FilePickerScreen(reactor, width: 60, height: 12)
    await reactor.shows(["Documents", "Pictures", "notes.txt"])
    screen.terminal.press("G", .space, "k", .enter)
    await reactor.shows(["IMG_2.jpg", "IMG_10.jpg", "tap"])
    screen.terminal.press("h")
    await reactor.shows(["Documents", "Pictures", "notes.txt"])
    #expect(screen.rows[4].hasPrefix("▸  Pictures/"))
    #expect(screen.rows[5].hasPrefix(" ● notes.txt"))
    screen.terminal.press("k", .enter)
    await reactor.shows([])
    #expect(screen.text.contains("This folder is empty"))
    #expect(screen.rows[0].hasSuffix("0/0 · 1 selected, 1.23 kB"))
  }

  @Test func `files are selected in a subfolder and picked`() async {
    let reactor = picker()
    let screen = FilePickerScreen(reactor, width: 60, height: 12)
    await reactor.shows(["Documents", "Pictures", "notes.txt"])
    screen.terminal.press(.down, .enter)
    await reactor.shows(["IMG_2.jpg", "IMG_10.jpg", "tap"])
    screen.terminal.press(.space, .space)
    screen.shows(
      """
       Kia K5 › Choose files            3/3 · 2 selected, 3.70 MB
       ~/Pictures
         Name ▲                           Size  Modified
       ● IMG_2.jpg                     1.20 MB  2026-11-21 08:30
       ● IMG_10.jpg                    2.50 MB  2026-11-21 08:30
      ▸  tap                              pipe  2026-11-21 08:30





       Enter Upload 2  Space Select  +14                   ? Help
      """)
    let outputs = Recorder(reactor.outputs)
    screen.terminal.press("u")
    _ = await first(reactor.state) { !$0.isChecking && !outputs.elements.isEmpty }
    guard case .picked(let files) = outputs.elements.first else { return #expect(outputs.elements == []) }
    #expect(files.map(\.path) == ["/home/ann/Pictures/IMG_2.jpg", "/home/ann/Pictures/IMG_10.jpg"])
    #expect(files.map(\.size) == [1_200_000, 2_500_000])
    #expect(reactor.currentState.folder == "/home/ann/Pictures")
  }

  @Test func `u waits until a selected folder has been read with new patterns`() async {
    func find(_ names: [String]) {
      let files = names.map { name in
        UploadSource(
          path: FilePath("/home/ann/Pictures/" + name), size: 1_200_000, modified: FileEntry.moment,
          identity: FileIdentity(device: 1, inode: 7), pathInFolder: FilePath("Pictures/" + name))
      }
      disk.collect(.success(FolderContents(of: "/home/ann/Pictures", files: files)), in: "/home/ann/Pictures")
    }
    let reactor = picker()
    let screen = FilePickerScreen(reactor, width: 60, height: 12)
    await reactor.shows(["Documents", "Pictures", "notes.txt"])
    find(["IMG_2.jpg", "IMG_10.jpg"])
    screen.terminal.press(.down, .space)
    _ = await first(reactor.state) { $0.selection.count == 2 && $0.adding == nil }
    find(["IMG_2.jpg"])
    let reading = disk.holdCollections()
    let outputs = Recorder(reactor.outputs)

    reactor.action.send(.setPatterns("IMG_?.jpg"))
    screen.terminal.press("u")
    #expect(outputs.elements == [])
    reading.finish()
    _ = await first(reactor.state) { !$0.isChecking && !outputs.elements.isEmpty }

    guard case .picked(let files) = outputs.elements.first else { return #expect(outputs.elements == []) }
    #expect(files.map(\.pathInFolder) == ["Pictures/IMG_2.jpg"])
  }
}

extension FilePickerReactor {
  /// The shown names.
  var names: [String] { currentState.listing.names }

  /// Waits until these names are shown.
  func shows(_ names: [String], sourceLocation: SourceLocation = #_sourceLocation) async {
    let found = await first(state(\.listing)) { $0.names == names }
    #expect(found != nil, "shows \(self.names)", sourceLocation: sourceLocation)
  }
}

extension FileListing {
  var names: [String] { (0..<count).map { "\(self[$0].name)" } }
}
