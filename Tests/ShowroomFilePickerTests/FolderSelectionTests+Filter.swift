import ReactorCore
import ReactorTesting
import ShowroomFiles
import SystemPackage
import Testing

@testable import ShowroomFilePicker

/// Selected folders are read again when the patterns or the setting for hidden files change.
extension FolderSelectionTests {
  private var jpegs: FolderFilter { FolderFilter(including: ["*.jpg"]) }

  /// Creates a picker in which the folder is selected with these files.
  private func selecting(_ found: FolderContents) async -> Picker {
    let picker = await Picker([.folder("Pictures"), .file("notes.txt")])
    picker.disk.collect(.success(found), in: "/home/ann/Pictures")
    sendReading(picker, .toggle(pictures))
    let selected = addition(found)
    await picker.store.receive(.selectFolders(selected)) { $0.selection.insert(selected) }
    await receiveEnd(picker)
    return picker
  }

  /// Sends patterns that lead to the selected folder being read again.
  private func sendPatterns(_ picker: Picker, _ patterns: String) {
    let progress = FolderProgress(folder: pictures)
    picker.store.send(.setPatterns(patterns)) { expect in
      expect(.setPatterns(patterns)) { $0.patterns = patterns }
      expect(.setAdding(progress)) { $0.adding = progress }
    }
  }

  /// Shows or hides hidden files, which leads to the selected folder being read again with this result.
  private func toggleHidden(_ picker: Picker, _ showsHidden: Bool, _ found: FolderContents) async {
    picker.disk.collect(.success(found), in: "/home/ann/Pictures")
    // The folder waits until the listing has been arranged.
    let reading = picker.disk.holdCollections()
    let progress = FolderProgress(folder: pictures)
    picker.store.send(.toggleHidden) { expect in
      expect(.setShowsHidden(showsHidden)) { $0.showsHidden = showsHidden }
      expect(.setAdding(progress)) { $0.adding = progress }
    }
    await picker.receiveListing()
    reading.finish()
    let update = addition(found, filter: FolderFilter(takesHidden: showsHidden))
    await picker.store.receive(.selectFolders(update)) { $0.selection.insert(update) }
    await receiveEnd(picker)
  }

  @Test func `new patterns replace the files of a selected folder`() async {
    let picker = await selecting(contents([source("Pictures/a.jpg"), source("Pictures/secret.txt", size: 3)]))
    let found = contents([source("Pictures/a.jpg")])
    picker.disk.collect(.success(found), in: "/home/ann/Pictures")

    sendPatterns(picker, "*.jpg")
    let update = addition(found, filter: jpegs)
    await picker.store.receive(.selectFolders(update)) { $0.selection.insert(update) }
    await receiveEnd(picker)

    #expect(picker.disk.filter == jpegs)
    #expect(picker.state.selection.locations == [pictures, "/home/ann/Pictures/a.jpg"])
    #expect(picker.state.selection.totalSize == 1_000)
    picker.store.send(.setPatterns(" *.jpg "))
    await picker.finish()
  }

  @Test func `hidden files of a selected folder follow their visibility`() async {
    let (visible, hidden) = (source("Pictures/v.txt"), source("Pictures/.env"))
    let picker = await selecting(contents([visible]))

    await toggleHidden(picker, true, contents([hidden, visible]))
    #expect(picker.state.selection.contains("/home/ann/Pictures/.env") && picker.state.selection.count == 2)

    await toggleHidden(picker, false, contents([visible]))
    #expect(picker.state.selection.locations == [pictures, "/home/ann/Pictures/v.txt"])
    await picker.finish()
  }

  @Test func `a newer change cancels the read, whose result is dropped`() async {
    let picker = await selecting(contents([source("Pictures/a.jpg"), source("Pictures/b.png")]))
    picker.disk.collect(.success(contents([source("Pictures/a.jpg")])), in: "/home/ann/Pictures")
    let earlier = picker.disk.holdCollections()
    sendPatterns(picker, "*.jpg")
    earlier.yield(1)
    let progress = FolderProgress(folder: pictures, count: 1)
    await picker.store.receive(.setAdding(progress)) { $0.adding = progress }
    let found = contents([source("Pictures/b.png")])
    picker.disk.collect(.success(found), in: "/home/ann/Pictures")
    let later = picker.disk.holdCollections()

    sendPatterns(picker, "*.png")
    earlier.finish()
    later.finish()
    let update = addition(found, filter: FolderFilter(including: ["*.png"]))
    await picker.store.receive(.selectFolders(update)) { $0.selection.insert(update) }
    await receiveEnd(picker)

    #expect(picker.state.selection.locations == [pictures, "/home/ann/Pictures/b.png"])
    await picker.finish()
  }

  @Test func `returning to the earlier patterns cancels the read and keeps the files`() async {
    let picker = await selecting(contents([source("Pictures/a.jpg"), source("Pictures/b.png")]))
    let reading = picker.disk.holdCollections()
    sendPatterns(picker, "*.jpg")

    picker.store.send(.setPatterns("*")) { expect in
      expect(.setPatterns("")) { $0.patterns = "" }
      expect(.setAdding(nil)) { $0.adding = nil }
    }
    reading.finish()

    #expect(picker.state.selection.count == 2)
    await picker.finish()
  }

  @Test func `a folder that is being added is read again with new patterns`() async {
    let picker = await Picker()
    let earlier = picker.disk.holdCollections()
    sendReading(picker, .toggle(pictures))
    earlier.yield(1)
    let progress = FolderProgress(folder: pictures, count: 1, added: [pictures])
    await picker.store.receive(.setAdding(progress)) { $0.adding = progress }
    let found = contents([source("Pictures/a.jpg")])
    picker.disk.collect(.success(found), in: "/home/ann/Pictures")
    let later = picker.disk.holdCollections()

    picker.store.send(.setPatterns("*.jpg")) { expect in
      expect(.setPatterns("*.jpg")) { $0.patterns = "*.jpg" }
      let beginning = FolderProgress(folder: pictures, added: [pictures])
      expect(.setAdding(beginning)) { $0.adding = beginning }
    }
    earlier.finish()
    later.finish()
    let update = addition(found, filter: jpegs)
    await picker.store.receive(.selectFolders(update)) { $0.selection.insert(update) }
    await receiveEnd(picker)
    await picker.finish()
  }

  @Test func `nothing is picked before a selected folder has been read again`() async {
    let picker = await selecting(contents([source("Pictures/a.jpg"), source("Pictures/secret.txt")]))
    let photo = source("Pictures/a.jpg")
    let entry = FileEntry(
      name: "a.jpg", kind: .file, size: photo.size, modified: photo.modified, identity: photo.identity)
    picker.disk.put([entry], into: "/home/ann/Pictures")
    picker.disk.collect(.success(contents([photo])), in: "/home/ann/Pictures")
    let reading = picker.disk.holdCollections()
    sendPatterns(picker, "*.jpg")

    picker.store.send(.pick(nil))
    reading.finish()
    let update = addition(contents([photo]), filter: jpegs)
    await picker.store.receive(.selectFolders(update)) { $0.selection.insert(update) }
    await receiveEnd(picker)

    picker.store.send(.pick(nil)) { expect in expect(.setChecking(true)) { $0.isChecking = true } }
    await picker.store.receive(output: .picked([photo]))
    await picker.store.receive(.setChecking(false)) { $0.isChecking = false }
    await picker.finish()
  }

  @Test func `a folder without matching files is deselected, and a toast explains why`() async {
    let picker = await selecting(contents([source("Pictures/a.jpg")]))
    picker.disk.collect(.success(contents([])), in: "/home/ann/Pictures")

    sendPatterns(picker, "*.png")
    await picker.store.receive(.deselectFolders([pictures])) { $0.selection.removeFolders([pictures]) }
    await picker.store.receive(output: .message(.toast("Pictures contains no files to upload.")))
    await receiveEnd(picker)

    #expect(picker.state.selection.isEmpty && picker.state.selection.locations.isEmpty)
    await picker.finish()
  }

  @Test func `a selected folder in which many files are found stays selected only after a confirmation`() async {
    let picker = await selecting(contents([source("Pictures/a.jpg")]))
    let found = contents((0...FolderAddition.Folder.unquestioned.files).map { source("Pictures/\($0).png") })
    picker.disk.collect(.success(found), in: "/home/ann/Pictures")
    let question = addition(found, filter: FolderFilter(including: ["*.png"]))

    sendPatterns(picker, "*.png")
    await picker.store.receive(.deselectFolders([pictures])) { $0.selection.removeFolders([pictures]) }
    await confirm(question, in: picker)
  }

  @Test func `files that were found with earlier patterns are not selected by a late confirmation`() async {
    let picker = await Picker()
    let earlier = addition(contents([source("Pictures/secret.txt")]))
    let found = contents([source("Pictures/a.jpg")])
    picker.disk.collect(.success(found), in: "/home/ann/Pictures")
    picker.store.send(.setPatterns("*.jpg")) { expect in expect(.setPatterns("*.jpg")) { $0.patterns = "*.jpg" } }

    sendReading(picker, .add(earlier))
    let update = addition(found, filter: jpegs)
    await picker.store.receive(.selectFolders(update)) { $0.selection.insert(update) }
    await receiveEnd(picker)
    await picker.finish()
  }

  @Test func `stopping deselects a folder that has not been read with the new patterns`() async {
    let picker = await selecting(contents([source("Pictures/a.jpg"), source("Pictures/secret.txt")]))
    let reading = picker.disk.holdCollections()
    sendPatterns(picker, "*.jpg")

    picker.store.send(.stopAdding) { expect in
      expect(.deselectFolders([pictures])) { $0.selection.removeFolders([pictures]) }
      expect(.setAdding(nil)) { $0.adding = nil }
      expect(output: .message(.toast("Deselected Pictures")))
    }
    reading.finish()

    #expect(picker.state.selection.isEmpty)
    await picker.finish()
  }

  @Test(arguments: ["/", "./", "*.jpg !/", "!"])
  func `patterns that match nothing are not used, and a toast explains why`(patterns: String) async {
    let picker = await Picker()
    let word = patterns.split(separator: " ").last.map { String($0) } ?? ""

    picker.store.send(.setPatterns(patterns)) { expect in
      expect(
        output: .message(
          .toast("\"\(word)\" matches no files. Use a pattern such as *.jpg or /notes.txt.", kind: .warning)))
    }
    await picker.finish()
  }

  // MARK: The selection

  @Test func `files that were selected individually stay selected without their folder`() {
    var selection = FileSelection()
    selection.insert([.at("/home/ann/notes.txt", .file("notes.txt")), .at("/home/ann/Pictures/b.txt", .file("b.txt"))])
    selection.insert(addition(contents([source("Pictures/a.jpg"), source("Pictures/b.txt")])))
    #expect(selection.files.map(\.pathInFolder) == [nil, "Pictures/b.txt", "Pictures/a.jpg"])

    selection.insert(addition(contents([source("Pictures/a.jpg")]), filter: jpegs))
    #expect(selection.files.map(\.pathInFolder) == [nil, nil, "Pictures/a.jpg"])

    selection.removeFolders([pictures])
    #expect(selection.locations == ["/home/ann/notes.txt", "/home/ann/Pictures/b.txt"])
    #expect(selection.totalSize == 2_000)
  }

  @Test func `folders are outdated by a different filter, in the order of selection`() {
    var selection = FileSelection()
    let inner: FileLocation = "/home/ann/Pictures/.raw"
    let raw = FolderAddition.Folder(
      location: inner, files: [source("Pictures/.raw/c.dng")].compactMap { FileRow($0) }, size: 1_000, omissions: nil)
    selection.insert(FolderAddition(folders: [raw], filter: FolderFilter()))
    selection.insert(addition(contents([source("Pictures/a.jpg")])))

    #expect(selection.outdatedFolders(FolderFilter()).isEmpty)
    #expect(selection.outdatedFolders(jpegs) == [inner, pictures])
    selection.insert(addition(contents([source("Pictures/b.jpg")]), filter: jpegs))
    #expect(selection.outdatedFolders(jpegs) == [inner])
    #expect(
      selection.locations == [inner, "/home/ann/Pictures/.raw/c.dng", pictures, "/home/ann/Pictures/b.jpg"])
  }
}
