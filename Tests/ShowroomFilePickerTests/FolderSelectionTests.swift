import ReactorCore
import ReactorTesting
import ShowroomFiles
import ShowroomTestSupport
import SystemPackage
import Testing

@testable import ShowroomFilePicker

/// The mutations of selecting folders as a whole, checked exhaustively.
@MainActor
@Suite("FilePickerReactor: selecting folders", .timeLimit(.minutes(20)))
struct FolderSelectionTests {
  let pictures: FileLocation = "/home/ann/Pictures"

  func source(_ relative: String, size: Int64 = 1_000) -> UploadSource {
    let path: FilePath = "/home/ann"
    return UploadSource(
      path: path.pushing(FilePath(relative)), size: size, modified: FileEntry.moment,
      identity: FileIdentity(device: 1, inode: 7),
      pathInFolder: FilePath(relative))
  }

  func contents(_ files: [UploadSource], hidden: Int = 0) -> FolderContents {
    FolderContents(of: "/home/ann/Pictures", files: files, hidden: hidden)
  }

  func addition(
    _ contents: FolderContents, filter: FolderFilter = FolderFilter(), isPicked: Bool = false
  ) -> FolderAddition {
    let folder = FolderAddition.Folder(
      location: pictures, files: contents.files.compactMap { FileRow($0) }, size: contents.size,
      omissions: contents.omissions)
    return FolderAddition(folders: [folder], filter: filter, isPicked: isPicked)
  }

  /// Sends an action that reads the folder.
  func sendReading(_ picker: Picker, _ action: FilePickerReactor.Action) {
    let progress = FolderProgress(folder: pictures, added: [pictures])
    picker.store.send(action) { expect in expect(.setAdding(progress)) { $0.adding = progress } }
  }

  func receiveEnd(_ picker: Picker) async {
    await picker.store.receive(.setAdding(nil)) { $0.adding = nil }
  }

  /// Expects a question about many files, which are selected only after the answer.
  func confirm(_ question: FolderAddition, in picker: Picker) async {
    await picker.store.receive(
      output: .message(
        .confirmation(
          "Select 1,001 files in Pictures?", text: "The total size is 1.00 MB.", confirm: "Select",
          action: .add(question))))
    await receiveEnd(picker)

    #expect(picker.state.selection.isEmpty)
    picker.store.send(.add(question)) { expect in
      expect(.selectFolders(question)) { $0.selection.insert(question) }
    }
    #expect(picker.state.selection.count == 1_001)
    await picker.finish()
  }

  @Test func `Space on a folder selects its files, and once more deselects them`() async {
    let picker = await Picker([.folder("Pictures"), .file("notes.txt")])
    let found = contents([source("Pictures/a.jpg"), source("Pictures/2024/b.jpg", size: 500)])
    picker.disk.collect(.success(found), in: "/home/ann/Pictures")

    sendReading(picker, .toggle(pictures))
    await picker.store.receive(.selectFolders(addition(found))) { $0.selection.insert(addition(found)) }
    await receiveEnd(picker)

    #expect(picker.state.selection.count == 2 && picker.state.selection.totalSize == 1_500)
    #expect(
      picker.state.selection.contains(pictures) && picker.state.selection.contains("/home/ann/Pictures/2024/b.jpg"))
    picker.store.send(.toggle(pictures)) { expect in
      expect(.deselect(pictures)) { $0.selection.remove(pictures) }
    }
    #expect(picker.state.selection.isEmpty && picker.state.selection.locations.isEmpty)
    #expect(picker.state.selection.totalSize == 0)
    await picker.finish()
  }

  @Test func `a folder that lacks one of its files is not selected as a whole any more`() {
    var selection = FileSelection()
    let found = contents([source("Pictures/a.jpg"), source("Pictures/2024/b.jpg")])
    selection.insert(addition(found))

    selection.remove("/home/ann/Pictures/2024/b.jpg")

    #expect(selection.locations == ["/home/ann/Pictures/a.jpg"])
  }

  @Test func `what was left out is shown in a toast`() async {
    let picker = await Picker()
    let found = contents([source("Pictures/a.jpg")], hidden: 3)
    picker.disk.collect(.success(found), in: "/home/ann/Pictures")

    sendReading(picker, .toggle(pictures))
    await picker.store.receive(.selectFolders(addition(found))) { $0.selection.insert(addition(found)) }
    await picker.store.receive(output: .message(.toast("3 hidden items are left out.")))
    await receiveEnd(picker)
    await picker.finish()
  }

  @Test func `patterns choose the files of a folder, and hidden files are selected when they are shown`() async {
    let picker = await Picker()
    let reactor = picker.reactor
    let found = contents([source("Pictures/a.jpg")])
    picker.disk.collect(.success(found), in: "/home/ann/Pictures")
    picker.store.send(.setPatterns("  *.jpg !raw/cache *.png")) { expect in
      expect(.setPatterns("*.jpg !raw/cache *.png")) { $0.patterns = "*.jpg !raw/cache *.png" }
    }

    sendReading(picker, .toggle(pictures))
    let filter = FolderFilter(including: ["*.jpg", "*.png"], excluding: ["raw/cache"])
    let photos = addition(found, filter: filter)
    await picker.store.receive(.selectFolders(photos)) { $0.selection.insert(photos) }
    await receiveEnd(picker)

    #expect(picker.disk.filter == filter)
    await picker.finish()
    reactor.action.send(.selectNone)
    reactor.action.send(.setPatterns(" * "))
    reactor.action.send(.toggleHidden)
    reactor.action.send(.toggle(pictures))
    _ = await first(reactor.state(\.selection)) { !$0.isEmpty }
    #expect(picker.disk.filter == FolderFilter(takesHidden: true))
  }

  @Test func `many files are selected only after a confirmation`() async {
    let picker = await Picker()
    let found = contents((0...FolderAddition.Folder.unquestioned.files).map { source("Pictures/\($0).jpg") })
    picker.disk.collect(.success(found), in: "/home/ann/Pictures")
    let question = addition(found)

    sendReading(picker, .toggle(pictures))
    await confirm(question, in: picker)
  }

  @Test func `a large folder is confirmed even if it has few files`() {
    let found = contents([source("Pictures/film.mov", size: 10_000_000_001)])
    #expect(addition(found).isLarge)
    #expect(!addition(contents([source("Pictures/film.mov", size: 10_000_000_000)])).isLarge)
  }

  @Test func `uploading a folder picks its files with their paths in it`() async {
    let picker = await Picker()
    let file = source("Pictures/a.jpg")
    let found = contents([file])
    picker.disk.collect(.success(found), in: "/home/ann/Pictures")
    picker.disk.put(
      [
        FileEntry(
          name: "a.jpg", kind: .file, size: 1_000, modified: FileEntry.moment,
          identity: FileIdentity(device: 1, inode: 7))
      ],
      into: "/home/ann/Pictures")

    sendReading(picker, .pick(pictures))
    let picked = addition(found, isPicked: true)
    await picker.store.receive(.selectFolders(picked)) { $0.selection.insert(picked) }
    await picker.store.receive(.setChecking(true)) { $0.isChecking = true }
    await receiveEnd(picker)
    await picker.store.receive(output: .picked([file]))
    await picker.store.receive(.setChecking(false)) { $0.isChecking = false }
    #expect(file.pathInFolder == "Pictures/a.jpg")
    await picker.finish()
  }

  @Test func `reading a folder shows the number of files and can be stopped`() async {
    let picker = await Picker()
    let found = picker.disk.holdCollections()

    sendReading(picker, .toggle(pictures))
    found.yield(250)
    let progress = FolderProgress(folder: pictures, count: 250, added: [pictures])
    await picker.store.receive(.setAdding(progress)) { $0.adding = progress }
    picker.store.send(.stopAdding) { expect in expect(.setAdding(nil)) { $0.adding = nil } }
    found.finish()

    #expect(picker.state.selection.isEmpty)
    await picker.finish()
  }

  @Test func `a folder that cannot be read or is empty is explained in a toast`() async {
    let picker = await Picker()
    for (result, message) in [
      (Result.success(contents([])), "Pictures contains no files to upload."),
      (
        .failure(SourceFailure("The folder Pictures is not readable.")), "The folder Pictures is not readable."
      ),
    ] {
      picker.disk.collect(result, in: "/home/ann/Pictures")
      sendReading(picker, .toggle(pictures))
      await picker.store.receive(output: .message(.toast(message)))
      await receiveEnd(picker)
    }
    await picker.finish()
  }
}

extension FileName: ExpressibleByStringLiteral {
  /// Creates the name of a literal.
  public init(stringLiteral text: String) { self.init(text) }
}
