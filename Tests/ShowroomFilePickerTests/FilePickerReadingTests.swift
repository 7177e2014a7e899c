import ReactorCore
import ReactorTesting
import ShowroomTestSupport
import SystemPackage
import Testing

@testable import ShowroomFilePicker

/// The mutations of reading folders, checked exhaustively.
@MainActor
@Suite("FilePickerReactor: reading folders", .timeLimit(.minutes(20)))
struct FilePickerReadingTests {
  @Test func `folders come first, then files in natural order, without hidden entries`() async {
    let picker = await Picker([
      .file("IMG_10.jpg"), .file("img_9.jpg"), .folder("zoo"), .file(".cache"), .file("IMG_010.jpg"), .folder("Art"),
    ])
    #expect(picker.names == ["Art", "zoo", "img_9.jpg", "IMG_010.jpg", "IMG_10.jpg"])
    #expect(picker.state.listing.total == 6)
    #expect(picker.state.folder == "/home/ann")
    await picker.finish()
  }

  @Test func `the previous folder stays until the first entries of the next one are read`() async {
    let picker = await Picker()
    let pictures = picker.disk.hold("/home/ann/Pictures")
    picker.sendVisit(.open("/home/ann/Pictures"), "/home/ann/Pictures")
    #expect(picker.names == ["Pictures", "notes.txt"])
    #expect(picker.state.isArriving)
    pictures.yield([.file("b.jpg")])
    await picker.receive([.file("b.jpg")])
    await picker.receiveListing()
    #expect(picker.names == ["b.jpg"])
    #expect(picker.state.folder == "/home/ann/Pictures")
    #expect(picker.state.reading.isReading)
    pictures.yield([.file("a.jpg")])
    await picker.receive([.file("a.jpg")])
    await picker.receiveListing()
    #expect(picker.names == ["a.jpg", "b.jpg"])
    pictures.finish()
    await picker.receiveAll([])
    #expect(picker.state.listing.phase == .complete)
    await picker.finish()
  }

  @Test func `of two folders opened quickly only the later one is shown`() async {
    let picker = await Picker([.folder("slow"), .folder("fast")])
    let slow = picker.disk.hold("/home/ann/slow")
    picker.disk.put([.file("x")], into: "/home/ann/fast")
    picker.sendVisit(.open("/home/ann/slow"), "/home/ann/slow")
    picker.sendVisit(.open("/home/ann/fast"), "/home/ann/fast")
    await picker.receiveAll([.file("x")])
    slow.yield([.file("y")])
    slow.finish()
    #expect(picker.names == ["x"])
    await picker.finish()
  }

  @Test func `stopping a folder that does not respond keeps the previous one`() async {
    let picker = await Picker()
    let pictures = picker.disk.hold("/home/ann/Pictures")
    picker.store.send(.setFilter("pic")) { expect in expect(.setFilter("pic")) { $0.filter = "pic" } }
    await picker.receiveListing()
    picker.sendVisit(.open("/home/ann/Pictures"), "/home/ann/Pictures")
    picker.store.send(.stop) { expect in
      expect(.endReading(.stopped)) {
        $0.reading = FolderReading($0.listing)
        $0.filter = "pic"
      }
    }
    await picker.receiveListing()
    #expect(picker.names == ["Pictures"])
    pictures.yield([.file("late")])
    picker.store.send(.setFilter("")) { expect in expect(.setFilter("")) { $0.filter = "" } }
    await picker.receiveListing()
    #expect(picker.names == ["Pictures", "notes.txt"])
    await picker.finish()
  }

  @Test func `a read that was stopped halfway is marked, and a reload reads the whole folder`() async {
    let picker = await Picker()
    let pictures = picker.disk.hold("/home/ann/Pictures")
    picker.sendVisit(.open("/home/ann/Pictures"), "/home/ann/Pictures")
    pictures.yield([.file("a")])
    await picker.receive([.file("a")])
    await picker.receiveListing()
    picker.store.send(.stop) { expect in expect(.endReading(.stopped)) { $0.reading.end(.stopped) } }
    await picker.receiveListing()
    #expect(picker.state.listing.phase == .stopped)
    picker.disk.release("/home/ann/Pictures", [.file("a"), .file("b")])
    picker.store.send(.reload) { expect in expect(.beginReload) { $0.reading.begin() } }
    await picker.receiveAll([.file("a"), .file("b")])
    #expect(picker.names == ["a", "b"])
    #expect(picker.state.listing.phase == .complete)
    await picker.finish()
  }

  @Test func `a reload keeps the old rows until it is complete`() async {
    let picker = await Picker([.file("a"), .file("b")])
    let visit = picker.state.listing.visit
    let again = picker.disk.hold("/home/ann")
    picker.store.send(.reload) { expect in expect(.beginReload) { $0.reading.begin() } }
    again.yield([.file("b")])
    await picker.receive([.file("b")])
    await picker.receiveListing()
    #expect(picker.names == ["a", "b"])
    again.yield([.file("c")])
    await picker.receive([.file("c")])
    await picker.receiveListing()
    again.finish()
    await picker.receiveAll([])
    #expect(picker.names == ["b", "c"])
    #expect(picker.state.listing.visit == visit)
    await picker.finish()
  }

  @Test func `the parent folder opens with the cursor on the folder just left, and the root has no parent`() async {
    let picker = await Picker()
    picker.sendVisit(.openParent, "/home", cursor: "ann")
    await picker.receiveAll([.folder("ann")])
    #expect(picker.state.listing.cursor == FileName("ann"))
    picker.sendVisit(.openParent, "/", cursor: "home")
    await picker.receiveAll([.folder("home")])
    picker.store.send(.openParent)
    picker.sendVisit(.openHome, "/home/ann")
    await picker.receiveAll([.folder("Pictures"), .file("notes.txt"), .file(".profile")])
    await picker.finish()
  }

  @Test(arguments: [FileError.Cause.missing, .denied, .linkLoop, .system(5)])
  func `an unreadable folder shows the cause and can be retried`(cause: FileError.Cause) async {
    let picker = await Picker()
    picker.disk.fail("/home/ann/Pictures", cause)
    let problem = FileError(cause, "/home/ann/Pictures")
    picker.sendVisit(.open("/home/ann/Pictures"), "/home/ann/Pictures")
    await picker.store.receive(.failReading(problem)) {
      $0.reading.end(.failed)
      $0.listing = FileListing(failing: problem, $0.reading, after: $0.listing)
    }
    #expect(picker.state.listing.problem == problem)
    #expect(picker.state.folder == "/home/ann/Pictures")
    picker.store.send(.setFilter("x")) { expect in expect(.setFilter("x")) { $0.filter = "x" } }
    picker.store.send(.setFilter("")) { expect in expect(.setFilter("")) { $0.filter = "" } }
    picker.disk.fail("/home/ann/Pictures", nil)
    picker.disk.put([.file("a")], into: "/home/ann/Pictures")
    picker.store.send(.reload) { expect in expect(.beginReload) { $0.reading.begin() } }
    await picker.receiveAll([.file("a")])
    #expect(picker.names == ["a"])
    #expect(picker.state.listing.problem == nil)
    await picker.finish()
  }

  @Test func `a folder that no longer exists on reload shows an error`() async {
    let picker = await Picker()
    picker.disk.put(nil, into: "/home/ann")
    picker.store.send(.reload) { expect in expect(.beginReload) { $0.reading.begin() } }
    let problem = FileError(.missing, "/home/ann")
    await picker.store.receive(.failReading(problem)) {
      $0.reading.end(.failed)
      $0.listing = FileListing(failing: problem, $0.reading, after: $0.listing)
    }
    #expect("\(problem)" == "\"ann\" does not exist.")
    await picker.finish()
  }

  // MARK: Filter and order

  @Test func `a filter matches words in any order, regardless of case, accents and Hangul composition`() async {
    let picker = await Picker([
      .file("Résumé 2024.pdf"), .file("2023 resume.pdf"), .file("\u{1100}\u{1173}\u{1105}\u{1162}\u{11AB}저.jpg"),
    ])
    for (filter, names) in [
      ("RESUME 2024", ["Résumé 2024.pdf"]), ("pdf resume", ["2023 resume.pdf", "Résumé 2024.pdf"]),
      ("그랜저", ["\u{1100}\u{1173}\u{1105}\u{1162}\u{11AB}저.jpg"]), ("zzz", []),
    ] {
      picker.store.send(.setFilter(filter)) { expect in expect(.setFilter(filter)) { $0.filter = filter } }
      await picker.receiveListing()
      #expect(picker.names == names)
    }
    picker.store.send(.setFilter("zzz"))
    await picker.finish()
  }

  @Test func `sorting starts with the largest or newest files, and sorting again reverses the order`() async {
    let picker = await Picker([
      .file("a", 5, minutes: 2), .file("b", 9, minutes: 1), .folder("c"), .file("d", 5, minutes: 3),
    ])
    for (action, order, names) in [
      (FilePickerReactor.Action.sort(.size), FileOrder(.size, ascending: false), ["c", "b", "a", "d"]),
      (.sort(.size), FileOrder(.size, ascending: true), ["c", "a", "d", "b"]),
      (.sort(.modified), FileOrder(.modified, ascending: false), ["c", "d", "a", "b"]),
      (.reverseOrder, FileOrder(.modified, ascending: true), ["c", "b", "a", "d"]),
      (.sort(.name), FileOrder(.name, ascending: true), ["c", "a", "b", "d"]),
      (.sort(.name), FileOrder(.name, ascending: false), ["c", "d", "b", "a"]),
    ] {
      picker.store.send(action) { expect in expect(.setOrder(order)) { $0.order = order } }
      await picker.receiveListing()
      #expect(picker.names == names)
    }
    await picker.finish()
  }

  @Test func `hidden files are shown and hidden`() async {
    let picker = await Picker()
    for (showsHidden, names) in [(true, ["Pictures", ".profile", "notes.txt"]), (false, ["Pictures", "notes.txt"])] {
      picker.store.send(.toggleHidden) { expect in
        expect(.setShowsHidden(showsHidden)) { $0.showsHidden = showsHidden }
      }
      await picker.receiveListing()
      #expect(picker.names == names)
    }
    await picker.finish()
  }

  @Test func `opening a folder clears the filter`() async {
    let picker = await Picker()
    picker.disk.put([.file("a")], into: "/home/ann/Pictures")
    picker.store.send(.setFilter("pic")) { expect in expect(.setFilter("pic")) { $0.filter = "pic" } }
    await picker.receiveListing()
    picker.sendVisit(.open("/home/ann/Pictures"), "/home/ann/Pictures")
    await picker.receiveAll([.file("a")])
    #expect(picker.names == ["a"])
    await picker.finish()
  }

  @Test(arguments: [
    ("/home/ann/Pictures/2019/Rome", "/home/ann"), ("/home/ann/notes.txt/x", "/home/ann"), ("/mnt/usb", "/home/ann"),
    ("/home/ben", "/home"),
  ])
  func `a first folder that is gone is replaced by the nearest one that exists`(start: String, shown: String) async {
    let disk = Disk(["/home/ann": [.folder("Pictures")], "/home": [.folder("ann")], "/": [.folder("home")]])
    disk.fail("/home/ann/notes.txt/x", .notFolder)
    let reactor = FilePickerReactor(start: FilePath(start), home: "/home/ann", reader: disk.reader)

    reactor.action.send(.load)

    let listing = await first(reactor.state(\.listing)) { $0.visit > 0 && $0.phase == .complete }
    #expect(listing?.folder == FilePath(shown) && listing?.problem == nil)
  }

  @Test func `the replacement of a first folder is one of the available folders`() async {
    let disk = Disk(["/home/ann": [.folder("Pictures")]])
    let reactor = FilePickerReactor(
      start: "/home/ann/a/b", home: "/", reader: disk.reader.within("/home/ann"))

    reactor.action.send(.load)

    let listing = await first(reactor.state(\.listing)) { $0.visit > 0 && $0.phase == .complete }
    #expect(listing?.folder == "/home/ann")
  }

  @Test func `if no folder exists, the error is shown`() async {
    let reactor = FilePickerReactor(start: "/mnt/usb", home: "/home/ann", reader: Disk().reader)

    reactor.action.send(.load)

    let listing = await first(reactor.state(\.listing)) { $0.problem != nil }
    #expect(listing?.problem == FileError(.missing, "/") && listing?.folder == "/")
  }
}
