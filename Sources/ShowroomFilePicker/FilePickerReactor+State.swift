import ReactorCore
import ReactorTerminal
import ShowroomFiles
import SystemPackage

extension FilePickerReactor {
  /// An action of the user, or of the reactor itself.
  package enum Action: Sendable, Hashable {
    /// Reads the folder. Sent when the screen appears.
    case load
    /// Reads the folder again.
    case reload
    /// Opens a folder or picks a file.
    case open(FileLocation)
    /// Opens the parent folder.
    case openParent
    /// Opens the home folder.
    case openHome
    /// Opens the folder of a file, with the cursor on the file.
    case reveal(FileLocation)
    /// Stops reading the folder.
    case stop
    /// Shows only entries whose names contain these words.
    case setFilter(String)
    /// Sorts by a field, or reverses the order if it is the current field.
    case sort(FileOrder.Field)
    /// Reverses the order.
    case reverseOrder
    /// Shows or hides hidden entries, and reads the selected folders again.
    case toggleHidden
    /// Sets the patterns that choose the files of folders (`FolderFilter`), and reads the selected folders again.
    case setPatterns(String)
    /// Selects or deselects a file, or a folder with all files in it.
    case toggle(FileLocation)
    /// Selects every shown file.
    case selectAll
    /// Deselects the files of all folders.
    case selectNone
    /// Picks the selected files or, without a selection, the given file or the files in the given folder.
    case pick(FileLocation?)
    /// Selects the files of folders, after the user has confirmed if there are many.
    case add(FolderAddition)
    /// Stops reading the folders whose files are to be selected.
    case stopAdding
    /// Opens the folder or selects the files at a typed path.
    case usePath(String)
    /// Completes the typed path.
    case completePath(String)
    /// Reports that the typed path has changed.
    case editPath
    /// Opens the folder or selects the files named in pasted text. Files dropped on the terminal also arrive as pasted
    /// text.
    case paste(String)
    /// Closes the picker without files.
    case cancel
    /// Opens a folder. Only the reactor sends this action and the ones below.
    case visit(FilePath)
    /// Opens a folder instead of the initial one, which no longer exists.
    case openInstead(FilePath)
    /// Filters and sorts the entries read so far.
    case arrange
    /// Filters and sorts the entries read so far, unless that is already running.
    case arrangeMore
  }

  /// A change of the state.
  package enum Mutation: Sendable, Equatable {
    /// The first reading of a folder on this visit begins. Contains the name at which the cursor starts.
    case beginVisit(FilePath, cursor: FileName?)
    /// The shown folder is being read again.
    case beginReload
    /// More entries have been read.
    case takeEntries([FileEntry])
    /// The reading has ended.
    case endReading(FolderReading.Phase)
    /// The folder cannot be read.
    case failReading(FileError)
    /// A new listing is ready.
    case show(FileListing)
    /// The filter has changed.
    case setFilter(String)
    /// The sort order has changed.
    case setOrder(FileOrder)
    /// The visibility of hidden entries has changed.
    case setShowsHidden(Bool)
    /// The patterns for the files of folders have changed.
    case setPatterns(String)
    /// More files are selected.
    case select([FileRow])
    /// The files of folders are selected, in place of those that were found in these folders before.
    case selectFolders(FolderAddition)
    /// Folders are deselected with their files, except those that were selected individually.
    case deselectFolders([FileLocation])
    /// The reading of folders whose files are to be selected has started, has found more files, or has ended.
    case setAdding(FolderProgress?)
    /// A file, or a folder with all files in it, is deselected.
    case deselect(FileLocation)
    /// All files are deselected.
    case deselectAll
    /// The final check of the chosen files starts or ends.
    case setChecking(Bool)
    /// Some of the chosen files cannot be read. The others stay selected.
    case reject(FileCheck.Result)
  }

  /// The events that the picker reports to its screen and its flow.
  package enum Output: MessageOutput, Hashable {
    case message(Message<Action>)
    /// The completion or error of the typed path; `nil` removes it.
    case pathFeedback(PathFeedback?)
    /// The typed path was used, so the path bar should close.
    case pathClosed
    /// These files were picked. There is at least one, and all were regular, readable files when checked.
    case picked([UploadSource])
    /// The user closed the picker without files.
    case canceled

    package var message: Message<Action>? { if case .message(let message) = self { message } else { nil } }
  }

  /// The state of the picker.
  package struct State: Sendable {
    /// The current or latest reading of a folder.
    package internal(set) var reading: FolderReading
    /// The shown rows.
    package internal(set) var listing: FileListing
    /// The sort order.
    package internal(set) var order = FileOrder.standard
    /// The words that names must contain.
    package internal(set) var filter = ""
    /// Whether hidden entries are shown, and selected with the folder that contains them.
    package internal(set) var showsHidden = false
    /// The patterns that choose the files of folders; empty for all files.
    package internal(set) var patterns = ""
    /// The selected files of all folders.
    package internal(set) var selection = FileSelection()
    /// Whether the final check of the chosen files is running.
    package internal(set) var isChecking = false
    /// The progress of reading folders whose files are to be selected; `nil` if none is being read.
    package internal(set) var adding: FolderProgress?
    /// The folder that `~` stands for.
    package let home: FilePath?

    /// Creates the state before the first reading.
    package init(start: FilePath, home: FilePath?) {
      let start = start.isAbsolute ? start.lexicallyNormalized() : home ?? "/"
      self.home = home
      listing = FileListing(start)
      reading = FolderReading(listing)
    }

    /// The filter for the files of folders.
    var folderFilter: FolderFilter { FolderFilter(parsing: patterns, takesHidden: showsHidden) }

    /// The shown folder.
    package var folder: FilePath { listing.folder }

    /// Whether the picker is waiting for a folder's first entries.
    package var isArriving: Bool { reading.visit != listing.visit }

    /// Whether a folder is being read, or is being sorted for the first time.
    package var isBusy: Bool { reading.isReading || isArriving }

    /// Whether keys wait, because they are meant for rows that have not arrived yet or for the next screen.
    var holdsInput: Bool { isArriving || isChecking || adding != nil }

    /// The title and the action of Esc, which undoes one step at a time; `nil` if there is nothing to undo.
    var unwinding: (title: String, action: Action)? {
      if adding != nil { return ("Stop reading", .stopAdding) }
      if isBusy { return ("Stop reading", .stop) }
      if !filter.isEmpty { return ("Clear", .setFilter("")) }
      if !selection.isEmpty { return ("Deselect all", .selectNone) }
      return nil
    }

    /// The filtering and sorting that is currently due; `nil` if there are no entries to arrange.
    var arrangement: FileArrangement? {
      guard reading.phase != .failed, !(isArriving && reading.isReading && reading.entries.isEmpty) else { return nil }
      return FileArrangement(
        reading: reading, order: order, showsHidden: showsHidden, filter: filter, previous: listing)
    }
  }

  // MARK: State

  /// Applies a mutation to the state.
  package func reduce(into state: inout State, mutation: Mutation) {
    switch mutation {
    case .beginVisit(let folder, let cursor):
      state.reading = FolderReading(folder, visit: state.reading.visit + 1, cursor: cursor)
      state.filter = ""
    case .beginReload: state.reading.begin()
    case .takeEntries(let entries): state.reading.take(entries)
    case .endReading(.stopped) where state.isArriving:
      state.reading = FolderReading(state.listing)
      state.filter = state.listing.filter
    case .endReading(let phase):
      state.reading.end(phase)
      if phase == .complete { state.selection.update(state.reading, state.folderFilter) }
    case .failReading(let problem):
      state.reading.end(.failed)
      state.listing = FileListing(failing: problem, state.reading, after: state.listing)
    case .show(let listing): state.listing = listing
    case .setFilter(let text): state.filter = text
    case .setOrder(let order): state.order = order
    case .setShowsHidden(let showsHidden): state.showsHidden = showsHidden
    case .setPatterns(let patterns): state.patterns = patterns
    case .select(let files): state.selection.insert(files)
    case .selectFolders(let addition): state.selection.insert(addition)
    case .deselectFolders(let folders): state.selection.removeFolders(folders)
    case .setAdding(let progress): state.adding = progress
    case .deselect(let location): state.selection.remove(location)
    case .deselectAll: state.selection = FileSelection()
    case .setChecking(let isChecking): state.isChecking = isChecking
    case .reject(let result):
      for location in result.problems.compactMap({ FileLocation($0.path) }) { state.selection.remove(location) }
    }
  }
}
