import ReactorCore

extension FilePickerReactor {
  /// Goes where typed or pasted text leads: into a folder, or to files, which are selected, with the cursor on the first.
  /// What is typed meanwhile takes the question back.
  ///
  /// - Parameter isTyped: whether the line for typing is open: it closes once it has led somewhere, and says why it does
  ///   not.
  func follow(_ text: String, isTyped: Bool) -> Observable<Mutation> {
    let lookup = PathLookup(path: currentState.typedPath, reader: reader)
    return .run { [requests] emit in
      let answer = await lookup.look(at: text)
      if Task.isCancelled { return }
      if case .problem(let sentence) = answer {
        return emit(isTyped ? .setPathAnswer(PathAnswer(problem: sentence)) : .showToast(sentence))
      }
      if isTyped { emit(.closePath) }
      switch answer {
      case .folder(let folder): requests.send(.visit(folder))
      case .files(let files):
        if let first = files.first { requests.send(.reveal(first.id)) }
        emit(.select(files))
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
