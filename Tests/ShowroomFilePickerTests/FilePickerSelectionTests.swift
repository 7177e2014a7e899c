import ReactorCore
import ReactorTesting
import ShowroomFiles
import SystemPackage
import Testing

@testable import ShowroomFilePicker

/// The mutations of choosing files, checked exhaustively.
@MainActor
@Suite("FilePickerReactor: selection", .timeLimit(.minutes(20)))
struct FilePickerSelectionTests {
  private func select(_ picker: Picker, _ location: FileLocation, _ entry: FileEntry) {
    let row = FileRow(location.folder, entry)
    picker.store.send(.toggle(location)) { expect in expect(.select([row])) { $0.selection.insert([row]) } }
  }

  /// Expects the final check of the chosen files, and that they are picked.
  private func receivePicked(
    _ picker: Picker, _ action: FilePickerReactor.Action, _ files: [UploadSource],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    picker.store.send(action, sourceLocation: sourceLocation) { expect in
      expect(.setChecking(true), sourceLocation: sourceLocation) { $0.isChecking = true }
    }
    await picker.store.receive(output: .picked(files), sourceLocation: sourceLocation)
    await picker.store.receive(.setChecking(false), sourceLocation: sourceLocation) { $0.isChecking = false }
  }

  @Test func `files of several folders are selected, counted and picked in the order of selection`() async {
    let (notes, photo) = (FileEntry.file("notes.txt", 1000), FileEntry.file("a.jpg", 2_000_000))
    let picker = await Picker([.folder("Pictures"), notes])
    picker.disk.put([photo], into: "/home/ann/Pictures")
    select(picker, "/home/ann/notes.txt", notes)
    picker.sendVisit(.open("/home/ann/Pictures"), "/home/ann/Pictures")
    await picker.receiveAll([photo])
    select(picker, "/home/ann/Pictures/a.jpg", photo)
    #expect(picker.state.selection.count == 2)
    #expect(picker.state.selection.totalSize == 2_001_000)
    let files = [FileRow("/home/ann", notes).source, FileRow("/home/ann/Pictures", photo).source]
    await receivePicked(picker, .pick("/home/ann/Pictures/a.jpg"), files)
    await picker.finish()
  }

  @Test func `opening a file picks it when nothing is selected`() async {
    let notes = FileEntry.file("notes.txt")
    let picker = await Picker([notes])
    await receivePicked(picker, .open("/home/ann/notes.txt"), [FileRow("/home/ann", notes).source])
    await picker.finish()
  }

  @Test func `opening a file picks the selected files if there are any`() async {
    let (a, b) = (FileEntry.file("a"), FileEntry.file("b"))
    let picker = await Picker([a, b])
    select(picker, "/home/ann/a", a)
    await receivePicked(picker, .open("/home/ann/b"), [FileRow("/home/ann", a).source])
    await picker.finish()
  }

  @Test func `files are deselected one by one or all at once`() async {
    let (a, b) = (FileEntry.file("a", 1), FileEntry.file("b", 2))
    let picker = await Picker([a, b])
    select(picker, "/home/ann/a", a)
    select(picker, "/home/ann/b", b)
    picker.store.send(.toggle("/home/ann/a")) { expect in
      expect(.deselect("/home/ann/a")) { $0.selection.remove("/home/ann/a") }
    }
    #expect(picker.state.selection.locations == ["/home/ann/b"])
    #expect(picker.state.selection.totalSize == 2)
    picker.store.send(.selectNone) { expect in expect(.deselectAll) { $0.selection = FileSelection() } }
    #expect(picker.state.selection.isEmpty)
    await picker.finish()
  }

  @Test func `Select all selects only the shown files`() async {
    let files = [FileEntry.file("a.jpg"), .file("b.jpg")]
    let picker = await Picker([.folder("c.jpg"), .unusable("d.jpg", .pipe), .file("e.txt"), .file(".f.jpg")] + files)
    picker.store.send(.setFilter("jpg")) { expect in expect(.setFilter("jpg")) { $0.filter = "jpg" } }
    await picker.receiveListing()
    let rows = files.map { FileRow(Picker.home, $0) }
    picker.store.send(.selectAll) { expect in
      expect(.select(rows)) { $0.selection.insert(rows) }
    }
    #expect(picker.state.selection.locations == ["/home/ann/a.jpg", "/home/ann/b.jpg"])
    picker.store.send(.setFilter("c.jpg")) { expect in expect(.setFilter("c.jpg")) { $0.filter = "c.jpg" } }
    await picker.receiveListing()
    picker.store.send(.selectAll) { expect in
      expect(output: .message(.toast("No files to select")))
    }
    await picker.finish()
  }

  @Test(arguments: [
    (FileEntry.unusable("x", .pipe), "\"x\" is a named pipe and cannot be uploaded."),
    (.unusable("x", .socket), "\"x\" is a socket and cannot be uploaded."),
    (.unusable("x", .device), "\"x\" is a device and cannot be uploaded."),
    (.unusable("x", .deadLink, linkTo: "y"), "\"x\" is a broken link: its target does not exist."),
    (.unusable("x", .linkLoop, linkTo: "x"), "\"x\" is part of a loop of symbolic links."),
    (.unusable("x", .denied), "You don't have permission to read \"x\"."),
  ])
  func `only files can be selected, and a toast explains why`(entry: FileEntry, message: String) async {
    let picker = await Picker([entry])
    for action in [FilePickerReactor.Action.toggle("/home/ann/x"), .pick("/home/ann/x")] {
      picker.store.send(action) { expect in expect(output: .message(.toast(message))) }
    }
    #expect(picker.state.selection.isEmpty)
    await picker.finish()
  }

  @Test func `picking nothing shows how to select files`() async {
    let picker = await Picker([])
    let message = "Select files first"
    picker.store.send(.pick(nil)) { expect in expect(output: .message(.toast(message))) }
    picker.store.send(.toggle("/home/ann/gone"))
    picker.store.send(.open("/home/ann/gone"))
    await picker.finish()
  }

  @Test func `files that became missing or unreadable are not picked, and the others stay selected`() async {
    let entries = [FileEntry.file("a"), .file("b"), .file("c")]
    let picker = await Picker(entries)
    for entry in entries { select(picker, FileLocation(Picker.home, entry.name), entry) }
    picker.disk.put([.file("a"), .file("c", 7)], into: "/home/ann")
    picker.disk.fail("/home/ann/a", .denied)
    let result = FileCheck.Result(
      files: [FileRow("/home/ann", .file("c", 7)).source],
      problems: [FileError(.denied, "/home/ann/a"), FileError(.missing, "/home/ann/b")])
    picker.store.send(.pick(nil)) { expect in expect(.setChecking(true)) { $0.isChecking = true } }
    await picker.store.receive(.reject(result)) {
      $0.selection.remove("/home/ann/a")
      $0.selection.remove("/home/ann/b")
    }
    let text = """
      You don't have permission to read "a".
      "b" does not exist.
      1 other file stays selected.
      """
    await picker.store.receive(
      output: .message(.alert("These files cannot be uploaded", text: text, kind: .warning)))
    await picker.store.receive(.setChecking(false)) { $0.isChecking = false }
    await receivePicked(picker, .pick(nil), result.files)
    await picker.finish()
  }

  @Test func `an alert lists the first five of many unavailable files`() {
    let result = FileCheck.Result(problems: (1...8).map { FileError(.missing, FilePath("/x/\($0)")) })
    let lines = result.message.split(separator: "\n")
    #expect(lines.count == 6)
    #expect(lines.last == "3 more files are unavailable.")
  }

  @Test func `a reload updates selected files and deselects those that no longer exist`() async {
    let (a, b) = (FileEntry.file("a", 1), FileEntry.file("b", 2))
    let picker = await Picker([a, b])
    select(picker, "/home/ann/a", a)
    select(picker, "/home/ann/b", b)
    let now = FileEntry.file("b", 5)
    picker.disk.put([now], into: "/home/ann")
    picker.store.send(.reload) { expect in expect(.beginReload) { $0.reading.begin() } }
    await picker.receive([now])
    await picker.store.receive(.endReading(.complete)) {
      $0.reading.end(.complete)
      $0.selection.remove("/home/ann/a")
      $0.selection.insert([FileRow("/home/ann", now)])
    }
    await picker.store.receive(output: .message(.toast("1 selected file no longer exists")))
    await picker.receiveListing()
    #expect(picker.state.selection.totalSize == 5)
    await picker.finish()
  }

  @Test func `canceling is reported without files`() async {
    let picker = await Picker()
    picker.store.send(.cancel) { expect in expect(output: .canceled) }
    await picker.finish()
  }
}
