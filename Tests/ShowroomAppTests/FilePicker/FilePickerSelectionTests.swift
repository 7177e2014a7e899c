import ReactorCore
import ReactorTesting
import SystemPackage
import Testing
import Uploads

@testable import ShowroomApp

/// What the reactor makes of choosing, every mutation accounted for.
@MainActor
@Suite("FilePickerReactor: choosing", .timeLimit(.minutes(5)))
struct FilePickerSelectionTests {
  private func select(_ picker: Picker, _ location: FileLocation, _ entry: FileEntry) {
    let row = FileRow(location.folder, entry)
    picker.store.send(.toggle(location)) { expect in expect(.select([row])) { $0.selection.insert([row]) } }
  }

  /// States that chosen files are looked at, and picked.
  private func receivePicked(
    _ picker: Picker, _ action: FilePickerReactor.Action, _ files: [UploadSource],
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    picker.store.send(action, sourceLocation: sourceLocation) { expect in
      expect(.setChecking(true), sourceLocation: sourceLocation) { $0.isChecking = true }
    }
    await picker.store.receive(.picked(files), sourceLocation: sourceLocation) { $0.picked = files }
    await picker.store.receive(.setChecking(false), sourceLocation: sourceLocation) { $0.isChecking = false }
  }

  @Test func `files of several folders are selected, counted and picked in the order of selecting`() async {
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

  @Test func `a file is picked by opening it when nothing is selected`() async {
    let notes = FileEntry.file("notes.txt")
    let picker = await Picker([notes])
    await receivePicked(picker, .open("/home/ann/notes.txt"), [FileRow("/home/ann", notes).source])
    await picker.finish()
  }

  @Test func `with files selected, opening another picks those that are selected`() async {
    let (a, b) = (FileEntry.file("a"), FileEntry.file("b"))
    let picker = await Picker([a, b])
    select(picker, "/home/ann/a", a)
    await receivePicked(picker, .open("/home/ann/b"), [FileRow("/home/ann", a).source])
    await picker.finish()
  }

  @Test func `a file is unselected again, and all of them are`() async {
    let (a, b) = (FileEntry.file("a", 1), FileEntry.file("b", 2))
    let picker = await Picker([a, b])
    select(picker, "/home/ann/a", a)
    select(picker, "/home/ann/b", b)
    picker.store.send(.toggle("/home/ann/a")) { expect in
      expect(.unselect("/home/ann/a")) { $0.selection.remove("/home/ann/a") }
    }
    #expect(picker.state.selection.locations == ["/home/ann/b"])
    #expect(picker.state.selection.totalSize == 2)
    picker.store.send(.selectNone) { expect in expect(.unselectAll) { $0.selection = FileSelection() } }
    #expect(picker.state.selection.isEmpty)
    await picker.finish()
  }

  @Test func `select all takes the files that are shown, and nothing else`() async {
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
      expect(.showToast("There is no file here to select")) { $0.toast = "There is no file here to select" }
    }
    await picker.finish()
  }

  @Test(arguments: [
    (FileEntry.folder("x"), "\"x\" is a folder. Folders are not uploaded: open it and select files in it."),
    (.unusable("x", .pipe), "\"x\" is a pipe, which has no content to upload."),
    (.unusable("x", .socket), "\"x\" is a socket, which has no content to upload."),
    (.unusable("x", .device), "\"x\" is a device, which is not uploaded."),
    (.unusable("x", .deadLink, linkTo: "y"), "\"x\" is a link to something that is not there."),
    (.unusable("x", .linkLoop, linkTo: "x"), "\"x\" is a link that leads back to itself."),
    (.unusable("x", .denied), "You are not allowed to read \"x\"."),
  ])
  func `what is no file is not selected, and a sentence says why`(entry: FileEntry, sentence: String) async {
    let picker = await Picker([entry])
    for action in [FilePickerReactor.Action.toggle("/home/ann/x"), .pick("/home/ann/x")] {
      picker.store.send(action) { expect in expect(.showToast(sentence)) { $0.toast = sentence } }
    }
    #expect(picker.state.selection.isEmpty)
    await picker.finish()
  }

  @Test func `nothing to pick: says how files are selected`() async {
    let picker = await Picker([])
    let sentence = "Select files with Space first"
    picker.store.send(.pick(nil)) { expect in expect(.showToast(sentence)) { $0.toast = sentence } }
    picker.store.send(.toggle("/home/ann/gone"))
    picker.store.send(.open("/home/ann/gone"))
    await picker.finish()
  }

  @Test func `files that are gone or not to be read by now are not picked, and the others stay selected`() async {
    let entries = [FileEntry.file("a"), .file("b"), .file("c")]
    let picker = await Picker(entries)
    for entry in entries { select(picker, FileLocation(Picker.home, entry.name), entry) }
    picker.disk.put([.file("a"), .file("c", 7)], into: "/home/ann")
    picker.disk.fail("/home/ann/a", .denied)
    let result = FileCheck.Result(
      files: [FileRow("/home/ann", .file("c", 7)).source],
      problems: [FileProblem(.denied, "/home/ann/a"), FileProblem(.missing, "/home/ann/b")])
    picker.store.send(.pick(nil)) { expect in expect(.setChecking(true)) { $0.isChecking = true } }
    await picker.store.receive(.refuse(result)) {
      $0.selection.remove("/home/ann/a")
      $0.selection.remove("/home/ann/b")
      $0.alert = """
        You are not allowed to read "a".
        There is no "b".
        1 other file stays selected.
        """
    }
    await picker.store.receive(.setChecking(false)) { $0.isChecking = false }
    await receivePicked(picker, .pick(nil), result.files)
    await picker.finish()
  }

  @Test func `of many files that cannot be had the first five are named`() {
    let result = FileCheck.Result(problems: (1...8).map { FileProblem(.missing, FilePath("/x/\($0)")) })
    let lines = result.sentence.split(separator: "\n")
    #expect(lines.count == 6)
    #expect(lines.last == "3 more files cannot be had.")
  }

  @Test func `reading again brings selected files up to date and drops those that are gone`() async {
    let (a, b) = (FileEntry.file("a", 1), FileEntry.file("b", 2))
    let picker = await Picker([a, b])
    select(picker, "/home/ann/a", a)
    select(picker, "/home/ann/b", b)
    let now = FileEntry.file("b", 5)
    picker.disk.put([now], into: "/home/ann")
    picker.store.send(.reload) { expect in expect(.beginAgain) { $0.reading.begin() } }
    await picker.receive([now])
    await picker.store.receive(.endReading(.complete)) {
      $0.reading.end(.complete)
      $0.selection.remove("/home/ann/a")
      $0.selection.insert([FileRow("/home/ann", now)])
      $0.toast = "1 selected file is gone"
    }
    await picker.receiveListing()
    #expect(picker.state.selection.totalSize == 5)
    await picker.finish()
  }

  @Test func `leaving is told, without files`() async {
    let picker = await Picker()
    picker.store.send(.cancel) { expect in expect(.cancelled) { $0.cancelled = () } }
    #expect(picker.state.picked == nil)
    await picker.finish()
  }
}
