import ReactorCore
import ShowroomFiles
import ShowroomText

extension FilePickerReactor {
  /// Reads folders and selects their files.
  ///
  /// - Parameter isPicked: Whether all selected files are to be picked afterward.
  func add(_ folders: [FileLocation], isPicked: Bool) -> Observable<Mutation> {
    collect(folders, adding: folders, isPicked: isPicked).cancellable(id: Effect.add, whenRunning: .ignoreNew)
  }

  /// Reads the selected folders again whose files were found with a different filter. A newer change of the filter
  /// cancels the reading, and starts it again together with the folders that were being added.
  func updateFolders() -> Observable<Mutation> {
    .deferred { [weak self] in
      guard let self else { return .empty }
      let state = currentState
      let added = state.adding?.added ?? []
      let folders = state.selection.outdatedFolders(state.folderFilter) + added
      if folders.isEmpty { return state.adding == nil ? .empty : .just(.setAdding(nil)) }
      return collect(folders, adding: added, isPicked: false)
    }
    .cancellable(id: Effect.add, whenRunning: .cancelPrevious)
  }

  /// Reads folders one after another and selects their files together. Asks for confirmation if there are many.
  private func collect(
    _ folders: [FileLocation], adding added: [FileLocation], isPicked: Bool
  ) -> Observable<Mutation> {
    guard let first = folders.first else { return .empty }
    let filter = currentState.folderFilter
    return run { [weak self, reader] emit in
      var addition = FolderAddition(filter: filter, isPicked: isPicked)
      for folder in folders {
        if folder != first { emit(.setAdding(FolderProgress(folder: folder, added: added))) }
        do throws(SourceFailure) {
          let found = try await FolderAddition.Folder.read(folder, filter, with: reader) { count in
            await emit(.setAdding(FolderProgress(folder: folder, count: count, added: added)))
          }
          addition.folders.append(found)
        } catch {
          addition.problems.append(error.message)
        }
        if Task.isCancelled { return }
      }
      guard let selection = self?.currentState.selection else { return }
      // A folder that was deselected in the meantime stays deselected.
      addition.folders.removeAll { !added.contains($0.location) && !selection.contains($0.location) }
      // Earlier files must not stay selected if their folder cannot be read, or until the user has confirmed.
      let isLarge = addition.isLarge
      let found: Set<FileLocation> = isLarge ? [] : Set(addition.folders.map(\.location))
      let dropped = folders.filter { selection.contains($0) && !found.contains($0) }
      if !dropped.isEmpty { emit(.deselectFolders(dropped)) }
      if addition.folders.isEmpty {
        if let note = addition.note { emit.toast(note) }
      } else if isLarge {
        emit.confirm(addition.question, addition.details, confirm: "Select", .add(addition))
      } else {
        emit.send(.add(addition))
      }
    }
    .bracketed(by: .setAdding(FolderProgress(folder: first, added: added)), and: .setAdding(nil))
  }

  /// Selects the files of folders that have been read. If the filter has changed since then, reads the folders again.
  func select(_ addition: FolderAddition) -> Observable<Mutation> {
    guard addition.filter == currentState.folderFilter else {
      return add(addition.folders.map(\.location), isPicked: addition.isPicked)
    }
    if addition.isPicked {
      return .concat(
        .just(.selectFolders(addition)),
        .deferred { [weak self] in
          guard let self else { return .empty }
          return check(currentState.selection.files)
        })
    }
    return .concat(.just(.selectFolders(addition)), addition.note.map { toast($0) } ?? .empty)
  }

  /// Stops reading folders. Selected folders that have not been read with the current filter are deselected, because
  /// their files may differ from those that the screen promises.
  func stopAdding() -> Observable<Mutation> {
    let outdated = currentState.selection.outdatedFolders(currentState.folderFilter)
    guard let first = outdated.first else { return .concat(.cancel(id: Effect.add), .just(.setAdding(nil))) }
    let name = outdated.count == 1 ? "\(first.name)" : counted(outdated.count, "folder")
    return .concat(
      .cancel(id: Effect.add), .just(.deselectFolders(outdated)), .just(.setAdding(nil)), toast("Deselected \(name)"))
  }
}
