import ReactorCore
import ShowroomCatalog
import ShowroomUploads

/// The screen of one car, with its facts, charts, note and attachments, and with navigation to its neighbors in the
/// list.
///
/// The reactor reports events as outputs; the flow decides which screen follows.
package final class CarDetailReactor: Reactor {
  /// The user actions on the screen.
  package enum Action: Sendable, Hashable {
    /// Loads the car. Sent when the screen appears, and to retry.
    case load
    /// Shows the next car in the list.
    case next
    /// Shows the previous car in the list.
    case previous
    /// Adds the shown car to the favorites, or removes it from them.
    case toggleFavorite
    /// Adds a car to the favorites, or removes it from them. Sent to retry.
    case setFavorite(Bool, Car)
    /// Edits the note on the shown car.
    case editNote
    /// Sets the price that was typed for a car (``TypedPrice``).
    case setPrice(Car, String)
    /// Shows another car, such as a variant of the shown one.
    case showCar(Car.ID)
    /// Ranks the car only among cars of similar model years, or among all again.
    case toggleNearYears
    /// Marks the shown car for comparison, or unmarks it.
    case toggleMark
    /// Compares the marked cars. A single marked car is compared with the shown one.
    case compare
    /// Copies a line about the shown car.
    case copyLine
    /// Copies the shown car as JSON.
    case copyJSON
    /// Writes a sheet of the shown car to a file whose path was typed. Asks for confirmation before replacing a file.
    case writeSheet(to: String, replacing: Bool = false)
    /// Finds the cars most similar to the shown one.
    case findAlike
    /// Opens the source's page about the shown car in a browser.
    case openPage
    /// Uploads files to the shown car.
    case upload
    /// Finds the files named in pasted text, and asks whether to upload them to the shown car.
    case paste(String)
    /// Uploads pasted files that the user has confirmed.
    case uploadPasted(PastedUpload)
    /// Opens an attachment with its default program.
    case openAttachment(Attachment.ID)
    /// Saves a copy of an attachment at a path.
    case saveCopy(Attachment.ID, to: String)
    /// Asks for confirmation and deletes an attachment.
    case deleteAttachment(Attachment.ID)
    /// Deletes an attachment without confirmation. It can be undone for a limited time.
    case deleteNow(Attachment.ID)
    /// Updates the attachments. Sent by the reactor itself.
    case attachmentsChanged
    /// Updates the car after the cars have been reloaded. Sent by the reactor itself.
    case catalogChanged
  }

  /// The changes of the state.
  package enum Mutation: Sendable {
    /// Requests a car. The shown car stays until the requested one is loaded.
    case request(Car.ID, position: Int?)
    case show(CarPage)
    case showGone
    case showFailure(CatalogError)
    /// Shows a placeholder, because loading takes longer than ``placeholderDelay``.
    case showLoading
    case setUserData([Car.ID: UserData])
    case setAttachments([Attachment], Car.ID)
    /// Adds an attachment to those being downloaded, or removes it.
    case setDownload(String, isRunning: Bool)
    /// Sets the cars that are marked for comparison.
    case setMarks([Car.ID])
    case setNearYears(Bool)
    /// Sets the complete list, with the car's neighbors, when it is loaded.
    case completeSequence(CarSequence)
    /// Sets the reason why there are no charts.
    case setChartsFailure(CatalogError)
  }

  /// The delay before a placeholder is shown. A shorter wait is not noticeable.
  static let placeholderDelay: Duration = .milliseconds(150)

  package let store: Store<CarDetailReactor>
  private let completed: Observable<CarSequence>
  private let catalog: LiveCatalog
  private let loader: CarPageLoader
  private let clock: any Clock<Duration>
  private let marks: Observable<[Car.ID]>
  let uploads: LiveUploads?
  let opener: SystemOpener
  let clipboard: CarClipboard?
  let sheets: SheetWriter?

  /// Creates a reactor that shows a car.
  ///
  /// - Parameters:
  ///   - id: The car to show first.
  ///   - sequence: The list that the car was opened from.
  ///   - completed: A stream that emits the list when it is loaded. The list replaces `sequence` if that is incomplete.
  ///   - marks: The cars that are marked for comparison.
  ///   - uploads: The uploads, which provide the attachments; without them, cars have no attachments.
  ///   - environment: The environment variables that determine which program opens files and web pages.
  ///   - clipboard: The clipboard; `nil` if nothing can be copied.
  ///   - sheets: A writer of car sheets; `nil` if none can be written.
  package convenience init(
    id: Car.ID, in sequence: CarSequence, completed: Observable<CarSequence> = .empty, catalog: LiveCatalog,
    marks: Observable<[Car.ID]> = .empty, uploads: LiveUploads? = nil, environment: [String: String] = [:],
    clipboard: CarClipboard? = nil, sheets: SheetWriter? = nil, clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(
      id: id, in: sequence, completed: completed, catalog: catalog, loader: CarPageLoader(catalog.store), marks: marks,
      uploads: uploads, opener: SystemOpener(environment: environment), clipboard: clipboard, sheets: sheets,
      clock: clock
    )
  }

  init(
    id: Car.ID, in sequence: CarSequence, completed: Observable<CarSequence> = .empty, catalog: LiveCatalog,
    loader: CarPageLoader, marks: Observable<[Car.ID]> = .empty, uploads: LiveUploads? = nil,
    opener: SystemOpener = SystemOpener(environment: [:]),
    clipboard: CarClipboard? = nil, sheets: SheetWriter? = nil, clock: any Clock<Duration>
  ) {
    self.marks = marks
    self.uploads = uploads
    self.opener = opener
    self.clipboard = clipboard
    self.sheets = sheets
    self.completed = sequence.isComplete ? .empty : completed.take(1)
    self.catalog = catalog
    self.loader = loader
    self.clock = clock
    store = Store(State(id: id, in: sequence, canCopy: clipboard != nil))
  }

  // MARK: Reactor

  /// Updates the car when the cars are reloaded, and the attachments when they change.
  package func transform(action: Observable<Action>) -> Observable<Action> {
    .merge(
      action, catalog.generations.map { _ in .catalogChanged }, catalog.costsWritten.map { .catalogChanged },
      uploads?.attachmentChanges.map { .attachmentsChanged } ?? .empty)
  }

  /// Merges changes of user data (made on any screen or by another process), the marks, and the outcome of loading the
  /// cars.
  package func transform(mutation: Observable<Mutation>) -> Observable<Mutation> {
    .merge(
      mutation, catalog.userDataChanges.map { .setUserData($0) },
      marks.map { .setMarks($0) }, completed.map { .completeSequence($0) },
      catalog.failure.unwrapped().map { .setChartsFailure($0) })
  }

  package func mutate(action: Action) -> Observable<Mutation> {
    let state = currentState
    switch action {
    case .load: return .concat(showFacts(of: state.requestedID), loadPage(of: state.requestedID))
    case .next: return step(by: 1, from: state)
    case .previous: return step(by: -1, from: state)
    case .toggleFavorite:
      guard let page = state.page else { return .empty }
      return setFavorite(!page.userData.isFavorite, page.car)
    case .setFavorite(let isFavorite, let car): return setFavorite(isFavorite, car)
    case .editNote: return state.page.map { output(.step(.noteRequested($0.noteRequest))) } ?? .empty
    case .setPrice(let car, let text): return savePrice(text, of: car, in: catalog)
    case .showCar(let id): return id == state.requestedID ? .empty : show(id, at: state.sequence.position(of: id))
    case .toggleNearYears: return .just(.setNearYears(!state.comparesNearYears))
    case .toggleMark: return toggleMark(state)
    case .compare: return compare(state)
    case .copyLine: return copyLine(state)
    case .copyJSON: return copyJSON(state)
    case .writeSheet(let path, let replacing):
      return writeSheet(
        of: state.page.map { [$0.car.id] } ?? [], to: path, with: sheets, replacing: replacing,
        .writeSheet(to: path, replacing: true))
    case .findAlike: return state.page.map { output(.step(.alikeRequested($0.car.id))) } ?? .empty
    case .openPage: return openPage(state)
    case .upload: return state.page.map { output(.step(.uploadRequested($0.car.id))) } ?? .empty
    case .paste(let text): return state.page.map { paste(text, on: $0.car.id) } ?? .empty
    case .uploadPasted(let upload): return output(.step(.uploadRequested(upload.car, files: upload.pasted.files)))
    case .openAttachment(let id): return state.attachment(id).map { open($0) } ?? .empty
    case .saveCopy(let id, let path): return state.attachment(id).map { save($0, to: path) } ?? .empty
    case .deleteAttachment(let id): return state.attachment(id).map { confirmDeletion(of: $0) } ?? .empty
    case .deleteNow(let id):
      if let attachment = state.attachment(id) { uploads?.delete(attachment) }
      return .empty
    case .attachmentsChanged:
      guard let id = state.page?.car.id else { return .empty }
      return .just(.setAttachments(attachments(of: id), id))
    case .catalogChanged: return loadPage(of: state.requestedID)
    }
  }

  /// Returns the attachments of a car, or none if they cannot be read, because the rest of the page does not depend on
  /// them.
  private func attachments(of id: Car.ID) -> [Attachment] {
    (try? uploads?.attachments(of: id)) ?? []
  }

  package func reduce(into state: inout State, mutation: Mutation) {
    switch mutation {
    case .request(let id, let position): state.request(id, at: position)
    case .show(let page): state.show(page)
    case .showGone: state.content = .gone(name: state.page?.car.id == state.requestedID ? state.page?.name : nil)
    case .showFailure(let error): state.content = .failed(error)
    case .showLoading: state.showLoading()
    case .setUserData(let changes):
      guard var page = state.page, let data = changes[page.car.id] else { return }
      page.userData = data
      state.content = .car(page)
    case .setAttachments(let attachments, let id):
      guard var page = state.page, page.car.id == id else { return }
      page.attachments = attachments
      state.content = .car(page)
    case .setDownload(let name, isRunning: true): state.downloads.append(name)
    case .setDownload(let name, isRunning: false):
      if let index = state.downloads.firstIndex(of: name) { state.downloads.remove(at: index) }
    case .setMarks(let ids): state.marks = ids
    case .setNearYears(let isNear): state.comparesNearYears = isNear
    case .completeSequence(let sequence): state.complete(sequence)
    case .setChartsFailure(let error):
      state.chartsFailure = error
      state.areChartsLoading = false
    }
  }

  // MARK: Effects

  enum Effect: Hashable, Sendable { case load, open(Attachment.ID), openPage, paste }

  /// Shows the facts without the charts before the first frame, so that a screen is never blank when it opens.
  private func showFacts(of id: Car.ID) -> Observable<Mutation> {
    .deferred { [weak self, catalog] in
      guard let car = try catalog.car(id: id) else { return .just(.showGone) }
      let data = try catalog.userData(id: id)
      let attachments = self?.attachments(of: id) ?? []
      let page = catalog.currentSource?.page(of: id)
      return .just(.show(CarPage(car: car, userData: data, attachments: attachments, sourcePage: page)))
    }
    .catch { .just(.showFailure($0.asCatalogError)) }
  }

  /// Loads and shows the whole page in one step, so that it never mixes two cars. A new load cancels the previous one.
  private func loadPage(of id: Car.ID) -> Observable<Mutation> {
    .run { [weak self, catalog, loader, clock] emit in
      guard let loaded = try await loader.load(id, catalog.index.value) else { return emit(.showGone) }
      let data = try catalog.userData(id: id)
      let attachments = self?.attachments(of: id) ?? []
      emit(
        .show(
          CarPage(
            car: loaded.car, userData: data, charts: loaded.charts, attachments: attachments,
            sourcePage: catalog.currentSource?.page(of: id))))
      // The charts require the index. When it is loaded, the page is loaded again; until then, a placeholder is shown.
      if loaded.charts == nil { try await clock.sleep(for: Self.placeholderDelay) }
    }
    .catch { .just(.showFailure($0.asCatalogError)) }
    .indicatingProgress(with: .showLoading, after: Self.placeholderDelay, clock: clock)
    .cancellable(id: Effect.load)
  }

  private func step(by offset: Int, from state: State) -> Observable<Mutation> {
    guard let position = state.position(by: offset), let id = state.sequence.id(at: position) else { return .empty }
    return show(id, at: position)
  }

  private func show(_ id: Car.ID, at position: Int?) -> Observable<Mutation> {
    .concat(.just(.request(id, position: position)), loadPage(of: id))
  }

  /// Adds the car to the favorites or removes it. The catalog shows the change immediately and reverts it if the write
  /// fails.
  private func setFavorite(_ isFavorite: Bool, _ car: Car) -> Observable<Mutation> {
    .editing { [catalog] in try catalog.beginFavorite(isFavorite, for: car) }
      .catch(
        alerting(
          isFavorite ? "Could not add \(car.name) to favorites" : "Could not remove \(car.name) from favorites",
          retry: .setFavorite(isFavorite, car)))
  }
}
