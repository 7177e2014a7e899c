import ReactorCore
import SystemPackage

/// Lets a person choose files, from one folder or several.
///
/// It tells what happened (files were picked, or none), never which screen comes next. Everything that touches a disk is
/// done away from the main actor and can be abandoned: a folder that does not answer leaves the one before on the screen.
public final class FilePickerReactor: Reactor {
  /// Names of the effects of which at most one runs.
  enum Effect: Hashable, Sendable { case read, arrange, check, path, complete }

  /// The state and the pipeline.
  public let store: Store<FilePickerReactor>
  let reader: DirectoryReader
  /// What the reactor asks of itself.
  let requests = Relay<Action>()

  /// A picker that begins in a folder.
  ///
  /// - Parameters:
  ///   - start: the folder to show first: the one that ``State/folder`` told when a person chose last, for instance.
  ///   - home: what `~` and `$HOME` stand for; nil: nothing.
  ///   - reader: what looks at the disk.
  public init(start: FilePath, home: FilePath?, reader: DirectoryReader = .disk) {
    self.reader = reader
    store = Store(State(start: start, home: home))
  }

  /// What has been read is put in order when it comes.
  public func transform(action: Observable<Action>) -> Observable<Action> {
    action.merge(with: requests.asObservable())
  }

  // MARK: Side effects

  /// Starts what an action asks for.
  public func mutate(action: Action) -> Observable<Mutation> {
    let state = currentState
    switch action {
    case .load, .reload: return readAgain()
    case .open(let location): return open(location)
    case .openParent: return openParent(of: state.folder)
    case .openHome: return state.home.map { visit($0) } ?? .empty
    case .reveal(let location): return visit(location.folder, cursor: location.name)
    case .stop: return stop()
    case .setFilter(let text): return text == state.filter ? .empty : .concat(.just(.setFilter(text)), arrange())
    case .sort(let field): return sort(state.order.choosing(field))
    case .reverseOrder: return sort(state.order.reversed)
    case .toggleHidden: return .concat(.just(.setShowsHidden(!state.showsHidden)), arrange())
    case .toggle(let location): return toggle(location)
    case .selectAll:
      let files = state.listing.files
      return .just(files.isEmpty ? .showToast("There is no file here to select") : .select(files))
    case .selectNone: return .just(.unselectAll)
    case .pick(let location): return pick(location)
    case .usePath(let text): return follow(text, isTyped: true)
    case .completePath(let text): return completePath(text)
    case .editPath: return .concat(.cancel(id: Effect.path), .cancel(id: Effect.complete), .just(.setPathAnswer(nil)))
    case .paste(let text): return follow(text, isTyped: false)
    case .visit(let folder): return visit(folder)
    case .cancel: return .just(.cancelled)
    case .arrange: return arrange()
    case .arrangeMore: return arrange(.ignoreNew)
    }
  }

  private func open(_ location: FileLocation) -> Observable<Mutation> {
    guard let row = currentState.listing.row(at: location) else { return .empty }
    return row.entry.isFolder ? visit(location.path) : pick(location)
  }

  private func openParent(of folder: FilePath) -> Observable<Mutation> {
    if folder == reader.root { return .just(.showToast("A demo does not leave its home")) }
    return folder.parent.map { visit($0, cursor: folder.fileName) } ?? .empty
  }

  /// Goes to a folder. What is shown stays until something of it has come.
  private func visit(_ folder: FilePath, cursor: FileName? = nil) -> Observable<Mutation> {
    read(folder, .beginVisit(folder, cursor: cursor))
  }

  /// Reads the folder that is shown once more; one that did not answer yet, from the start.
  private func readAgain() -> Observable<Mutation> {
    let (reading, listing) = (currentState.reading, currentState.listing)
    let isNew = currentState.isArriving || listing.visit == 0
    return isNew ? visit(reading.path, cursor: reading.cursor) : read(reading.path, .beginAgain)
  }

  /// The latest reading that was asked for wins.
  private func read(_ folder: FilePath, _ beginning: Mutation) -> Observable<Mutation> {
    .concat(
      .cancel(id: Effect.arrange),
      .just(beginning),
      .run { [reader, requests] emit in
        do throws(FileProblem) {
          let rest = try await reader.read(folder) { entries in
            await emit(.takeEntries(entries))
            if !Task.isCancelled { await requests.send(.arrangeMore) }
          }
          emit(.takeEntries(rest))
        } catch {
          return emit(.failReading(error))
        }
        if Task.isCancelled { return }
        emit(.endReading(.complete))
        requests.send(.arrange)
      }
    )
    .cancellable(id: Effect.read, whenRunning: .cancelPrevious)
  }

  private func stop() -> Observable<Mutation> {
    guard currentState.isBusy else { return .empty }
    return .concat(.cancel(id: Effect.read), .cancel(id: Effect.arrange), .just(.endReading(.stopped)), arrange())
  }

  private func sort(_ order: FileOrder) -> Observable<Mutation> {
    .concat(.just(.setOrder(order)), arrange())
  }

  /// Puts what was read in order, away from the main actor. The latest question wins; but that more has come of a large
  /// folder is no reason to begin anew, or nothing of it would show until the end.
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

  private func toggle(_ location: FileLocation) -> Observable<Mutation> {
    if currentState.selection.contains(location) { return .just(.unselect(location)) }
    guard let row = currentState.listing.row(at: location) else { return .empty }
    return .just(row.problem.map { .showToast("\($0)") } ?? .select([row]))
  }

  /// Picks what is selected; with nothing selected, what is at `location`.
  private func pick(_ location: FileLocation?) -> Observable<Mutation> {
    let state = currentState
    if !state.selection.isEmpty { return check(state.selection.files) }
    guard let row = location.flatMap({ state.listing.row(at: $0) }) else {
      return .just(.showToast("Select files with Space first"))
    }
    return row.problem.map { .just(.showToast("\($0)")) } ?? check([row])
  }

  /// Looks at the files once more before they are handed on: meanwhile one may be gone, or not to be read.
  private func check(_ files: [FileRow]) -> Observable<Mutation> {
    .run { [reader] emit in
      let result = await FileCheck(files, reader).run()
      if !Task.isCancelled { emit(result.problems.isEmpty ? .picked(result.files) : .refuse(result)) }
    }
    .bracketed(by: .setChecking(true), and: .setChecking(false))
    .cancellable(id: Effect.check, whenRunning: .ignoreNew)
  }
}
