import ReactorCore

extension FilePickerReactor {
  /// Goes where typed text leads. What is typed meanwhile takes the question back.
  func usePath(_ text: String) -> Observable<Mutation> {
    look(at: text, closes: true) { [requests, weak self] files in
      // What was selected before is not lost: the typed ones join it.
      let selected = self?.currentState.selection.files ?? []
      let known = self?.currentState.selection.locations ?? []
      requests.send(.check(selected + files.filter { !known.contains($0.id) }))
      return nil
    }
  }

  /// Goes into the folder that was pasted, or selects the files and shows the first.
  func paste(_ text: String) -> Observable<Mutation> {
    look(at: text, closes: false) { [requests] files in
      if let first = files.first { requests.send(.reveal(first.id)) }
      return .select(files)
    }
  }

  private func look(
    at text: String, closes: Bool, files use: @escaping @MainActor ([FileRow]) -> Mutation?
  ) -> Observable<Mutation> {
    let lookup = PathLookup(path: currentState.typedPath, reader: reader)
    return .run { [requests] emit in
      let answer = await lookup.look(at: text)
      if Task.isCancelled { return }
      if case .problem(let sentence) = answer {
        return emit(closes ? .setPathAnswer(PathAnswer(problem: sentence)) : .showToast(sentence))
      }
      if closes { emit(.closePath) }
      switch answer {
      case .folder(let folder): requests.send(.visit(folder))
      case .files(let files): if let mutation = use(files) { emit(mutation) }
      case .nothing, .problem: break
      }
    }
    .cancellable(id: Effect.path, whenRunning: .cancelPrevious)
  }

  /// Completes a path that is being typed. What is typed meanwhile takes the question back.
  func completePath(_ text: String) -> Observable<Mutation> {
    let completion = PathCompletion(path: currentState.typedPath, reader: reader)
    return .run { emit in
      let answer = await completion.complete(text)
      if !Task.isCancelled { emit(.setPathAnswer(answer)) }
    }
    .cancellable(id: Effect.complete, whenRunning: .cancelPrevious)
  }
}

extension FilePickerReactor.State {
  fileprivate var typedPath: TypedPath { TypedPath(folder: folder, home: home) }
}
