import ReactorCore

extension FilePickerReactor {
  /// Opens the folder or selects the files named in typed or pasted text. The cursor moves to the first file. Editing
  /// the path cancels the operation.
  ///
  /// - Parameter isTyped: Whether the path bar is open. If so, it closes on success and otherwise shows the error. For
  ///   pasted text, the error is shown in a toast.
  func follow(_ text: String, isTyped: Bool) -> Observable<Mutation> {
    let lookup = PathLookup(path: currentState.typedPath, reader: reader)
    return run { emit in
      let outcome = await lookup.look(at: text)
      if Task.isCancelled { return }
      if case .problem(let message) = outcome {
        return emit.output(
          isTyped ? .pathFeedback(PathFeedback(problem: message)) : .message(.toast(message)))
      }
      if isTyped { emit.output(.pathClosed) }
      switch outcome {
      case .folder(let folder): emit.send(.visit(folder))
      case .files(let files):
        if let first = files.first { emit.send(.reveal(first.id)) }
        emit(.select(files))
      case .nothing, .problem: break
      }
    }
    .cancellable(id: Effect.path, whenRunning: .cancelPrevious)
  }

  /// Completes the typed path. Editing the path cancels the operation.
  func completePath(_ text: String) -> Observable<Mutation> {
    let completion = PathCompletion(path: currentState.typedPath, reader: reader)
    return run { emit in
      let feedback = await completion.complete(text)
      if !Task.isCancelled { emit.output(.pathFeedback(feedback)) }
    }
    .cancellable(id: Effect.complete, whenRunning: .cancelPrevious)
  }
}

extension FilePickerReactor.State {
  fileprivate var typedPath: TypedPath { TypedPath(folder: folder, home: home) }
}
