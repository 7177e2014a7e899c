import ReactorCore
import ReactorTesting
import SystemPackage
import Testing

@testable import ShowroomFilePicker

/// The mutations of typed and pasted paths, checked exhaustively.
@MainActor
@Suite("FilePickerReactor: typed paths", .timeLimit(.minutes(20)))
struct FilePickerPathTests {
  private let a = FileEntry.file("a b.jpg", 5)
  private let b = FileEntry.file("b.jpg", 7)

  private func picker() async -> Picker {
    let picker = await Picker()
    picker.disk.put([a, b, .unusable("tap", .pipe), .folder("sub")], into: "/home/ann/Pictures")
    return picker
  }

  private var rows: [FileRow] { [FileRow("/home/ann/Pictures", a), FileRow("/home/ann/Pictures", b)] }

  @Test(arguments: ["~/Pictures", "Pictures/", "/home/ann/../ann/Pictures", "'Pictures'", "$HOME/Pictures/"])
  func `the path of a folder opens it`(text: String) async {
    let picker = await picker()
    picker.store.send(.usePath(text))
    await picker.store.receive(output: .pathClosed)
    await picker.store.receive(.beginVisit("/home/ann/Pictures", cursor: nil)) {
      $0.reading = FolderReading("/home/ann/Pictures", visit: $0.reading.visit + 1)
    }
    await picker.receiveAll([a, b, .unusable("tap", .pipe), .folder("sub")])
    await picker.finish()
  }

  @Test(arguments: ["~/Pictures/a b.jpg", "'Pictures/a b.jpg'", #"/home/ann/Pictures/a\ b.jpg"#])
  func `the path of a file opens its folder and selects it without picking it`(text: String) async {
    let picker = await picker()
    picker.store.send(.usePath(text))
    await picker.store.receive(output: .pathClosed)
    await receiveSelected(picker, [rows[0]], cursor: "a b.jpg")
    #expect(picker.state.selection.files == [rows[0]])
    await picker.finish()
  }

  @Test func `typed files are added to the selection`() async {
    let picker = await picker()
    picker.store.send(.paste("~/Pictures/b.jpg"))
    await receiveSelected(picker, [rows[1]], cursor: "b.jpg")
    picker.store.send(.usePath("'a b.jpg' b.jpg"))
    await picker.store.receive(output: .pathClosed)
    await receiveSelected(picker, rows, cursor: "a b.jpg")
    #expect(picker.state.selection.files == [rows[1], rows[0]])
    await picker.finish()
  }

  @Test func `files dropped on the terminal are selected and shown`() async {
    let picker = await picker()
    picker.store.send(.paste("'/home/ann/Pictures/a b.jpg' '/home/ann/Pictures/b.jpg'"))
    await receiveSelected(picker, rows, cursor: "a b.jpg")
    #expect(picker.state.selection.files == rows)
    #expect(picker.state.folder == "/home/ann/Pictures")
    await picker.finish()
  }

  private func receiveSelected(_ picker: Picker, _ files: [FileRow], cursor: String) async {
    await picker.store.receive(.beginVisit("/home/ann/Pictures", cursor: FileName(cursor))) {
      $0.reading = FolderReading("/home/ann/Pictures", visit: $0.reading.visit + 1, cursor: FileName(cursor))
    }
    await picker.store.receive(.select(files)) { $0.selection.insert(files) }
    await picker.receive([a, b, .unusable("tap", .pipe), .folder("sub")])
    await picker.store.receive(.endReading(.complete)) { $0.reading.end(.complete) }
    await picker.receiveListing()
  }

  @Test(arguments: [
    ("nope", "\"nope\" does not exist."), ("~/Pictures/tap", "\"tap\" is a named pipe and cannot be uploaded."),
    ("my own photo.jpg", "\"my own photo.jpg\" does not exist."),
    (#"my\ own photo.jpg"#, "\"my own\" does not exist."),
    ("~/Pictures/aa.jpg ~/Pictures/b.jpg", "\"aa.jpg\" does not exist."),
    ("~/Pictures/b.jpg gone", "\"gone\" does not exist."), ("~/Pictures/no/such/dir", "\"no\" does not exist."),
    (
      "~/Pictures/b.jpg ~/Pictures/sub",
      "\"sub\" is a folder. Select it in the list to add its files."
    ),
  ])
  func `an unusable path shows why and can be corrected`(text: String, message: String) async {
    let picker = await picker()
    picker.store.send(.usePath(text))
    await picker.store.receive(output: .pathFeedback(PathFeedback(problem: message)))
    picker.store.send(.paste(text))
    await picker.store.receive(output: .message(.toast(message)))
    await picker.finish()
  }

  @Test func `blank text only closes the path bar`() async {
    let picker = await picker()
    picker.store.send(.usePath("  "))
    await picker.store.receive(output: .pathClosed)
    picker.store.send(.paste("\n"))
    await picker.finish()
  }

  @Test func `Tab completes, and an edit cancels the completion`() async {
    let picker = await picker()
    picker.store.send(.completePath("~/P"))
    await picker.store.receive(output: .pathFeedback(PathFeedback(text: "~/Pictures/")))
    let held = picker.disk.hold("/home/ann/Pictures")
    picker.store.send(.completePath("~/Pictures/b"))
    picker.store.send(.editPath) { expect in expect(output: .pathFeedback(nil)) }
    held.yield([b])
    held.finish()
    await picker.finish()
  }

  @Test func `a canceled lookup or completion examines nothing`() async {
    let picker = await picker()
    let path = TypedPath(folder: "/home/ann", home: "/home/ann")
    let reader = picker.disk.reader

    let lookup = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await PathLookup(path: path, reader: reader).look(at: "gone")
    }
    let completion = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await PathCompletion(path: path, reader: reader).complete("~/P")
    }

    #expect(await lookup.value == .nothing)
    #expect(await completion.value == PathFeedback())
    await picker.finish()
  }
}
