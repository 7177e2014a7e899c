import ReactorCore
import ReactorTerminal
import SystemPackage
import Uploads

extension FilePickerReactor {
  /// What can be asked for.
  public enum Action: Sendable, Hashable {
    /// Read the folder: sent when the screen appears.
    case load
    /// Read the folder again.
    case reload
    /// Go into a folder, or pick a file.
    case open(FileLocation)
    /// Go to the folder that holds the one that is shown.
    case openParent
    /// Go to the home folder.
    case openHome
    /// Go to a file: to its folder, with the cursor on it.
    case reveal(FileLocation)
    /// Do not wait for the folder any longer.
    case stop
    /// Show only what has these words in its name.
    case setFilter(String)
    /// Order by a field; by the one that it is ordered by already: the other way round.
    case sort(FileOrder.Field)
    /// Order the other way round.
    case reverseOrder
    /// Show hidden entries, or no longer.
    case toggleHidden
    /// Select a file, or no longer.
    case toggle(FileLocation)
    /// Select every file that is shown.
    case selectAll
    /// Select nothing any more, in no folder.
    case selectNone
    /// Pick what is selected; with nothing selected, this file.
    case pick(FileLocation?)
    /// Go where a typed path leads: into a folder, or to files, which are selected.
    case usePath(String)
    /// Complete a path that is being typed.
    case completePath(String)
    /// The typed path is another one now.
    case editPath
    /// Text was pasted, or files dropped on the terminal: go into the folder, or select the files.
    case paste(String)
    /// Leave without files.
    case cancel
    /// Go to a folder. The reactor asks for it itself, as for those below.
    case visit(FilePath)
    /// Put what was read in order.
    case arrange
    /// Put what was read in order, unless that is being done already.
    case arrangeMore
  }

  /// A step of change.
  public enum Mutation: Sendable, Equatable {
    /// A folder is being read for the first time on this visit, with the cursor to be put on a name.
    case beginVisit(FilePath, cursor: FileName?)
    /// The folder that is shown is being read again.
    case beginAgain
    /// Some of what is in it has come.
    case takeEntries([FileEntry])
    /// No more will come.
    case endReading(FolderReading.Phase)
    /// The folder cannot be read.
    case failReading(FileProblem)
    /// What to show.
    case show(FileListing)
    /// What names have to contain.
    case setFilter(String)
    /// The order.
    case setOrder(FileOrder)
    /// Whether hidden entries are shown.
    case setShowsHidden(Bool)
    /// These files are selected too.
    case select([FileRow])
    /// This file is not selected any more.
    case unselect(FileLocation)
    /// No file is selected any more.
    case unselectAll
    /// Whether chosen files are being looked at once more.
    case setChecking(Bool)
    /// These files were picked.
    case picked([UploadSource])
    /// Not all of the chosen files can be had; those stay selected that can.
    case refuse(FileCheck.Result)
    /// What there is to say of a typed path; nil when nothing.
    case setPathAnswer(PathAnswer?)
    /// A typed path was used.
    case closePath
    /// Something to say in passing.
    case showToast(String)
    /// The person left without files.
    case cancelled
  }

  /// What the picker shows.
  public struct State: Sendable {
    /// The folder that is being read, or was read last.
    public internal(set) var reading: FolderReading
    /// What is shown.
    public internal(set) var listing: FileListing
    /// The order.
    public internal(set) var order = FileOrder.standard
    /// What names have to contain.
    public internal(set) var filter = ""
    /// Whether hidden entries are shown.
    public internal(set) var showsHidden = false
    /// The selected files of all folders.
    public internal(set) var selection = FileSelection()
    /// Whether chosen files are being looked at once more.
    public internal(set) var isChecking = false
    /// What `~` stands for.
    public let home: FilePath?
    /// What there is to say of the path that is being typed.
    @Pulse public internal(set) var pathAnswer: PathAnswer?
    /// The typed path was used.
    @Pulse public internal(set) var pathClosed: Void?
    /// Something to say in passing.
    @Pulse public internal(set) var toast: String?
    /// Why files cannot be had, to be read before going on.
    @Pulse public internal(set) var alert: String?
    /// These files were picked: at least one, each a regular file that could be read a moment ago.
    @Pulse public internal(set) var picked: [UploadSource]?
    /// The person left without files.
    @Pulse public internal(set) var cancelled: Void?

    /// Nothing read yet.
    public init(start: FilePath, home: FilePath?) {
      let start = start.isAbsolute ? start.lexicallyNormalized() : home ?? "/"
      self.home = home
      listing = FileListing(start)
      reading = FolderReading(listing)
    }

    /// The folder that is shown.
    public var folder: FilePath { listing.folder }

    /// Whether a folder is being waited for of which nothing has come yet.
    public var isArriving: Bool { reading.visit != listing.visit }

    /// Whether a folder is being read or put in order for the first time.
    public var isBusy: Bool { reading.isReading || isArriving }

    /// The question what to show now; nil while there is nothing to put in order.
    var arrangement: FileArrangement? {
      guard reading.phase != .failed, !(isArriving && reading.isReading && reading.entries.isEmpty) else { return nil }
      return FileArrangement(
        reading: reading, order: order, showsHidden: showsHidden, filter: filter, previous: listing)
    }
  }

  // MARK: State

  /// The state after a mutation.
  public func reduce(into state: inout State, mutation: Mutation) {
    switch mutation {
    case .beginVisit(let folder, let cursor):
      state.reading = FolderReading(folder, visit: state.reading.visit + 1, cursor: cursor)
      state.filter = ""
    case .beginAgain: state.reading.begin()
    case .takeEntries(let entries): state.reading.take(entries)
    case .endReading(.stopped) where state.isArriving:
      state.reading = FolderReading(state.listing)
      state.filter = state.listing.filter
    case .endReading(let phase):
      state.reading.end(phase)
      guard phase == .complete else { return }
      let gone = state.selection.update(state.reading)
      if gone > 0 { state.toast = "\(counted(gone, "selected file")) \(gone == 1 ? "is" : "are") gone" }
    case .failReading(let problem):
      state.reading.end(.failed)
      state.listing = FileListing(failing: problem, state.reading, after: state.listing)
    case .show(let listing): state.listing = listing
    case .setFilter(let text): state.filter = text
    case .setOrder(let order): state.order = order
    case .setShowsHidden(let showsHidden): state.showsHidden = showsHidden
    case .select(let files): state.selection.insert(files)
    case .unselect(let location): state.selection.remove(location)
    case .unselectAll: state.selection = FileSelection()
    case .setChecking(let isChecking): state.isChecking = isChecking
    case .picked(let files): state.picked = files
    case .refuse(let result):
      for location in result.problems.compactMap({ FileLocation($0.path) }) { state.selection.remove(location) }
      let others = state.selection.count
      let rest = "\n\(counted(others, "other file")) \(others == 1 ? "stays" : "stay") selected."
      state.alert = result.sentence + (others > 0 ? rest : "")
    case .setPathAnswer(let answer): state.pathAnswer = answer
    case .closePath: state.pathClosed = ()
    case .showToast(let text): state.toast = text
    case .cancelled: state.cancelled = ()
    }
  }
}

/// `1 file`, `12 files`.
func counted(_ number: Int, _ noun: String) -> String {
  "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
}
