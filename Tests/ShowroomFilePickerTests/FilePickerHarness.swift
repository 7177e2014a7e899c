import ReactorCore
import ReactorTesting
import SystemPackage
import Testing

@testable import ShowroomFilePicker

/// A picker on a file system in memory, in a test store that has already received the first folder.
@MainActor
final class Picker {
  let disk: Disk
  let reactor: FilePickerReactor
  let store: TestStore<FilePickerReactor>

  /// Creates a picker that shows the home folder.
  ///
  /// - Parameter entries: The entries of the home folder.
  init(_ entries: [FileEntry] = [.folder("Pictures"), .file("notes.txt"), .file(".profile")]) async {
    disk = Disk([Self.home: entries, "/home": [.folder("ann")], "/": [.folder("home")]])
    reactor = FilePickerReactor(start: Self.home, home: Self.home, reader: disk.reader)
    store = TestStore(reactor)
    sendVisit(.load, Self.home)
    await receiveAll(entries)
  }

  static let home: FilePath = "/home/ann"

  var state: FilePickerReactor.State { reactor.currentState }
  var names: [String] { state.listing.names }

  /// Sends an action and expects that it opens a folder.
  func sendVisit(
    _ action: FilePickerReactor.Action, _ folder: FilePath, cursor: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let cursor = cursor.map { FileName($0) }
    store.send(action, sourceLocation: sourceLocation) { expect in
      expect(.beginVisit(folder, cursor: cursor), sourceLocation: sourceLocation) {
        $0.reading = FolderReading(folder, visit: $0.reading.visit + 1, cursor: cursor)
        $0.filter = ""
      }
    }
  }

  /// Expects that the reading ends with these entries, and that they are shown.
  func receiveAll(_ entries: [FileEntry], sourceLocation: SourceLocation = #_sourceLocation) async {
    await receive(entries, sourceLocation: sourceLocation)
    await store.receive(.endReading(.complete), sourceLocation: sourceLocation) { $0.reading.end(.complete) }
    await receiveListing(sourceLocation: sourceLocation)
  }

  /// Expects that these entries are read.
  func receive(_ entries: [FileEntry], sourceLocation: SourceLocation = #_sourceLocation) async {
    await store.receive(.takeEntries(entries), sourceLocation: sourceLocation) { $0.reading.take(entries) }
  }

  /// Expects the listing of the entries read so far.
  func receiveListing(sourceLocation: SourceLocation = #_sourceLocation) async {
    guard let listing = await store.state.arrangement?.run() else { return }
    await store.receive(.show(listing), sourceLocation: sourceLocation) { $0.listing = listing }
  }

  func finish(sourceLocation: SourceLocation = #_sourceLocation) async {
    await store.finish(sourceLocation: sourceLocation)
  }
}
