import ReactorCore
import ShowroomFiles
import ShowroomText
import SystemPackage

/// A reactor for choosing files from one or more folders.
///
/// It reports the result (the picked files, or a cancellation), but not which screen follows. All file system access
/// runs off the main actor and can be canceled. While a folder does not respond, the previous folder stays on screen.
package final class FilePickerReactor: Reactor {
  /// The IDs of effects that run at most once at a time.
  enum Effect: Hashable, Sendable { case read, arrange, check, path, complete, add }

  /// The state and the pipeline.
  package let store: Store<FilePickerReactor>
  let reader: DirectoryReader

  /// Creates a picker that starts in a folder.
  ///
  /// - Parameters:
  ///   - start: The first folder, for example the last value of ``State/folder`` from an earlier picker.
  ///   - home: The folder that `~` and `$HOME` stand for; `nil` if there is none.
  ///   - reader: The access to the file system.
  package init(start: FilePath, home: FilePath?, reader: DirectoryReader = .disk) {
    self.reader = reader
    store = Store(State(start: start, home: home))
  }

  // MARK: Side effects

  /// Returns the mutations of an action.
  package func mutate(action: Action) -> Observable<Mutation> {
    let state = currentState
    switch action {
    case .load, .reload: return reload()
    case .open(let location): return open(location)
    case .openParent: return openParent(of: state.folder)
    case .openHome: return state.home.map { visit($0) } ?? .empty
    case .reveal(let location): return visit(location.folder, cursor: location.name)
    case .stop: return stop()
    case .setFilter(let text): return text == state.filter ? .empty : .concat(.just(.setFilter(text)), arrange())
    case .sort(let field): return sort(state.order.choosing(field))
    case .reverseOrder: return sort(state.order.reversed)
    case .toggleHidden:
      return .concat(.just(.setShowsHidden(!state.showsHidden)), .merge(arrange(), updateFolders()))
    case .setPatterns(let text): return setPatterns(text.split(separator: " ").map(String.init))
    case .toggle(let location): return toggle(location)
    case .selectAll:
      let files = state.listing.files
      return files.isEmpty ? toast("No files to select") : .just(.select(files))
    case .selectNone: return .just(.deselectAll)
    case .pick(let location): return pick(location)
    case .add(let addition): return select(addition)
    case .stopAdding: return stopAdding()
    case .usePath(let text): return follow(text, isTyped: true)
    case .completePath(let text): return completePath(text)
    case .editPath:
      return .concat(.cancel(id: Effect.path), .cancel(id: Effect.complete), output(.pathFeedback(nil)))
    case .paste(let text): return follow(text, isTyped: false)
    case .visit(let folder): return visit(folder)
    case .openInstead(let folder): return read(folder, .beginVisit(folder, cursor: nil))
    case .cancel: return output(.canceled)
    case .arrange: return arrange()
    case .arrangeMore: return arrange(.ignoreNew)
    }
  }

  private func open(_ location: FileLocation) -> Observable<Mutation> {
    guard let row = currentState.listing.row(at: location) else { return .empty }
    return row.entry.isFolder ? visit(location.path) : pick(location)
  }

  private func openParent(of folder: FilePath) -> Observable<Mutation> {
    if folder == reader.root { return toast("Only this folder and its subfolders are available") }
    return folder.parent.map { visit($0, cursor: folder.fileName) } ?? .empty
  }

  /// Opens a folder. The current rows stay until its first entries have been read.
  private func visit(_ folder: FilePath, cursor: FileName? = nil) -> Observable<Mutation> {
    read(folder, .beginVisit(folder, cursor: cursor))
  }

  /// Reads the shown folder again, or restarts the first reading of a folder that has not responded yet.
  private func reload() -> Observable<Mutation> {
    let (reading, listing) = (currentState.reading, currentState.listing)
    let isNew = currentState.isArriving || listing.visit == 0
    return isNew ? visit(reading.path, cursor: reading.cursor) : read(reading.path, .beginReload)
  }

  /// Reads a folder and cancels the previous reading.
  private func read(_ folder: FilePath, _ beginning: Mutation) -> Observable<Mutation> {
    let substitute = currentState.listing.visit == 0 ? substitute(for: folder) : nil
    return .concat(
      .cancel(id: Effect.arrange),
      .just(beginning),
      run { [weak self, reader] emit in
        do throws(FileError) {
          let rest = try await reader.read(folder) { entries in
            await emit(.takeEntries(entries))
            if !Task.isCancelled { await emit.send(.arrangeMore) }
          }
          emit(.takeEntries(rest))
        } catch {
          if error.cause == .missing || error.cause == .notFolder, let other = substitute {
            return emit.send(.openInstead(other))
          }
          return emit(.failReading(error))
        }
        if Task.isCancelled { return }
        let selected = self?.currentState.selection.count ?? 0
        emit(.endReading(.complete))
        let missing = selected - (self?.currentState.selection.count ?? selected)
        if missing > 0 {
          emit.toast("\(counted(missing, "selected file")) no longer \(missing == 1 ? "exists" : "exist")")
        }
        emit.send(.arrange)
      }
    )
    .cancellable(id: Effect.read, whenRunning: .cancelPrevious)
  }

  /// Returns the folder to open if the initial one no longer exists: its nearest existing ancestor, or the home folder
  /// instead of the root of the file system.
  private func substitute(for folder: FilePath) -> FilePath? {
    guard let parent = folder.parent, folder != reader.root else { return nil }
    if let root = reader.root, !parent.isWithin(root) { return root }
    if parent.parent == nil, let home = currentState.home, !home.isWithin(folder) { return home }
    return parent
  }

  private func stop() -> Observable<Mutation> {
    guard currentState.isBusy else { return .empty }
    return .concat(.cancel(id: Effect.read), .cancel(id: Effect.arrange), .just(.endReading(.stopped)), arrange())
  }

  private func sort(_ order: FileOrder) -> Observable<Mutation> {
    .concat(.just(.setOrder(order)), arrange())
  }

  /// Filters and sorts the entries off the main actor. A new request cancels the previous one, except when more entries
  /// of a large folder have been read: restarting each time would show no rows until the end.
  private func arrange(_ policy: CancellationPolicy = .cancelPrevious) -> Observable<Mutation> {
    .deferred { [weak self] in
      guard let arrangement = self?.currentState.arrangement else { return .empty }
      return .run { emit in
        if let listing = await arrangement.run() { emit(.show(listing)) }
      }
    }
    .cancellable(id: Effect.arrange, whenRunning: policy)
  }

  // MARK: Selecting

  /// Sets the patterns for the files of folders; `*` stands for all files.
  private func setPatterns(_ words: [String]) -> Observable<Mutation> {
    if let word = words.first(where: { !FolderFilter.isPattern($0.hasPrefix("!") ? String($0.dropFirst()) : $0) }) {
      return toast("\"\(word)\" matches no files. Use a pattern such as *.jpg or /notes.txt.", kind: .warning)
    }
    let patterns = words == ["*"] ? "" : words.joined(separator: " ")
    if patterns == currentState.patterns { return .empty }
    return .concat(.just(.setPatterns(patterns)), updateFolders())
  }

  private func toggle(_ location: FileLocation) -> Observable<Mutation> {
    if currentState.selection.contains(location) { return .just(.deselect(location)) }
    guard let row = currentState.listing.row(at: location) else { return .empty }
    if row.entry.isFolder { return add([location], isPicked: false) }
    return row.problem.map { toast("\($0)") } ?? .just(.select([row]))
  }

  /// Picks the selected files or, without a selection, the file or the files of the folder at `location`.
  private func pick(_ location: FileLocation?) -> Observable<Mutation> {
    let state = currentState
    // Until folders have been read, files may be selected that the new filter leaves out. Keys wait meanwhile.
    if state.adding != nil { return .empty }
    if !state.selection.isEmpty { return check(state.selection.files) }
    guard let row = location.flatMap({ state.listing.row(at: $0) }) else {
      return toast("Select files first")
    }
    if row.entry.isFolder { return add([row.id], isPicked: true) }
    return row.problem.map { toast("\($0)") } ?? check([row])
  }

  /// Checks the files before they are picked, because some may have been removed or become unreadable.
  func check(_ files: [FileRow]) -> Observable<Mutation> {
    run { [weak self, reader] emit in
      let result = await FileCheck(files, reader).run()
      if Task.isCancelled { return }
      if result.problems.isEmpty { return emit.output(.picked(result.files)) }
      emit(.reject(result))
      let others = self?.currentState.selection.count ?? 0
      let rest = "\n\(counted(others, "other file")) \(others == 1 ? "stays" : "stay") selected."
      emit.output(
        .message(
          .alert("These files cannot be uploaded", text: result.message + (others > 0 ? rest : ""), kind: .warning)))
    }
    .bracketed(by: .setChecking(true), and: .setChecking(false))
    .cancellable(id: Effect.check, whenRunning: .ignoreNew)
  }
}
