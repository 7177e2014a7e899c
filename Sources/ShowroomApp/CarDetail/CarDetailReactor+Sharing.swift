import Catalog
import ReactorCore
import ShowroomSettings
import Uploads

extension CarDetailReactor {
  /// Marks the shown car for comparison, or unmarks it. The list has the marks.
  func toggleMark(_ state: State) -> Observable<Mutation> {
    guard let id = state.page?.car.id else { return .empty }
    guard let marks = CompareMarks(state.marks).toggling(id) else {
      return .just(.showAdvice(CompareMarks.tooManyAdvice))
    }
    return .just(.requestMarks(marks.ids))
  }

  func compare(_ state: State) -> Observable<Mutation> {
    guard let page = state.page else { return .empty }
    guard let ids = CompareMarks(state.marks).compared(with: page.car.id) else {
      return .just(.showAdvice(CompareMarks.tooFewAdvice))
    }
    return .just(.requestComparison(ids))
  }

  func copyLine(_ state: State) -> Observable<Mutation> {
    guard let page = state.page else { return .empty }
    return copy(formatting().line(page.car), "Copied \(page.name)")
  }

  /// Copies what `show --format json` prints.
  func copyJSON(_ state: State) -> Observable<Mutation> {
    guard let page = state.page else { return .empty }
    let json = CarExport(page.car, page.userData).json(with: page.attachments)
    return copy(json, "Copied \(page.name) as JSON")
  }

  private func copy(_ text: String, _ toast: String) -> Observable<Mutation> {
    guard let copy else { return .empty }
    return .just(copy(text) ? .showToast(toast) : .showAdvice("The text is too long for the clipboard."))
  }

  func openPage(_ state: State) -> Observable<Mutation> {
    guard let address = state.page?.sourcePage else { return .empty }
    return Observable.run { [opener] _ in try await opener.open(.page(address)) }
      .catch { error in
        .just(.alert(Failure(title: "Could not open \(address)", error: error, retry: .openPage)))
      }
      .cancellable(id: Effect.openPage, whenRunning: .ignoreNew)
  }
}
