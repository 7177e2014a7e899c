import ReactorCore
import ShowroomCatalog
import ShowroomUploads

extension CarDetailReactor {
  /// Marks the shown car for comparison, or unmarks it. The marks are stored in the list.
  func toggleMark(_ state: State) -> Observable<Mutation> {
    guard let id = state.page?.car.id else { return .empty }
    return output(.step(.carsMarked(CompareMarks(state.marks).toggling(id).ids)))
  }

  func compare(_ state: State) -> Observable<Mutation> {
    guard let page = state.page else { return .empty }
    guard let ids = CompareMarks(state.marks).compared(with: page.car.id) else {
      return toast(CompareMarks.tooFewAdvice)
    }
    return output(.step(.comparisonRequested(ids)))
  }

  func copyLine(_ state: State) -> Observable<Mutation> {
    guard let page = state.page, let clipboard else { return .empty }
    clipboard.copyLine(of: page.car)
    return .empty
  }

  func copyJSON(_ state: State) -> Observable<Mutation> {
    guard let page = state.page, let clipboard else { return .empty }
    clipboard.copyJSON(of: page.car, page.userData, with: page.attachments)
    return .empty
  }

  func openPage(_ state: State) -> Observable<Mutation> {
    guard let address = state.page?.sourcePage else { return .empty }
    return .run { [opener] _ in try await opener.open(.page(address)) }
      .catch { [weak self] error in
        // The alert contains the whole address, because the user may have to open it elsewhere and a title would
        // truncate it.
        self?.alert("Could not open the web page", "\(error)\n\(address)", retry: .openPage) ?? .empty
      }
      .cancellable(id: Effect.openPage, whenRunning: .ignoreNew)
  }
}
