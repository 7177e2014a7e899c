import Catalogue
import ReactorCore
import Uploads

/// One car: everything known about it, its place among the others, what the user has on it; and its neighbours.
///
/// Made for the car that was opened and the list that it was opened from. It tells of events by pulses and does not know
/// which screen comes next.
public final class CarDetailReactor: Reactor {
  /// What can be asked for.
  public enum Action: Sendable, Hashable {
    /// Read the car: sent when the screen appears, and again to retry.
    case load
    /// Go to the car after it in the list.
    case next
    /// Go to the car before it in the list.
    case previous
    /// Follow the shown car, or no longer.
    case toggleFavourite
    /// Follow a certain car, or no longer: what a failed attempt is repeated with.
    case setFavourite(Bool, Car.ID)
    /// Write a note on the shown car.
    case editNote
    /// Upload files to the shown car.
    case upload
    /// Show an attachment with the system's opener.
    case openAttachment(Attachment.ID)
    /// Save a copy of an attachment: asks where.
    case saveAttachment(Attachment.ID)
    /// Save a copy of an attachment at a path.
    case saveCopy(Attachment.ID, to: String)
    /// Delete an attachment: asks.
    case deleteAttachment(Attachment.ID)
    /// Delete an attachment, without asking once more; it can be undone for a while.
    case deleteNow(Attachment.ID)
    /// Attachments of some car have changed. The reactor asks for it itself.
    case attachmentsChanged
    /// The cars were loaded anew. The reactor asks for it itself.
    case catalogueChanged
  }

  /// A step of change.
  public enum Mutation: Sendable {
    /// A car is asked for; what is shown stays until there is an answer.
    case request(Car.ID, position: Int?)
    /// The answer.
    case show(CarPage)
    /// There is no such car (any more).
    case showGone
    /// It could not be read.
    case showFailure(CatalogueError)
    /// The answer takes long enough to say so.
    case sayLoading
    /// What the user has on some cars changed, here or elsewhere.
    case setUserData([Car.ID: UserData])
    /// Something that was asked for failed.
    case alert(RetryableFailure<Action>)
    /// The note is to be written.
    case requestNote(NoteRequest)
    /// The attachments of a car.
    case setAttachments([Attachment], Car.ID)
    /// An attachment is being brought here, or no longer.
    case setFetching(String?)
    /// Files are to be uploaded.
    case requestUpload(Car.ID)
    /// A copy is to be saved.
    case requestSave(SaveRequest)
    /// An attachment may be deleted.
    case askToDelete(Attachment)
    /// Something to say in passing.
    case showToast(String)
  }

  /// A wait before a placeholder is shown: less is not seen as waiting.
  static let patience: Duration = .milliseconds(150)

  /// The state and the pipeline.
  public let store: Store<CarDetailReactor>
  private let sequence: CarSequence
  private let catalogue: LiveCatalogue
  private let loader: CarPageLoader
  private let clock: any Clock<Duration>
  let uploads: LiveUploads?
  let opener: SystemOpener

  /// - Parameters:
  ///   - id: the car to show first.
  ///   - sequence: the list that it was opened from.
  ///   - uploads: where the car's attachments are; without it, it has none.
  ///   - environment: says what opens files, and whether there is a desktop.
  public convenience init(
    id: Car.ID, in sequence: CarSequence, catalogue: LiveCatalogue, uploads: LiveUploads? = nil,
    environment: [String: String] = [:], clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(
      id: id, in: sequence, catalogue: catalogue, loader: CarPageLoader(catalogue.store), uploads: uploads,
      opener: SystemOpener(environment: environment), clock: clock)
  }

  init(
    id: Car.ID, in sequence: CarSequence, catalogue: LiveCatalogue, loader: CarPageLoader, uploads: LiveUploads? = nil,
    opener: SystemOpener = SystemOpener(environment: [:]), clock: any Clock<Duration>
  ) {
    self.uploads = uploads
    self.opener = opener
    self.sequence = sequence
    self.catalogue = catalogue
    self.loader = loader
    self.clock = clock
    store = Store(State(id: id, position: sequence.position(of: id), count: sequence.count))
  }

  // MARK: Reactor

  /// Cars that were loaded anew are a reason to look again.
  public func transform(action: Observable<Action>) -> Observable<Action> {
    .merge(
      action, catalogue.generations.map { _ in .catalogueChanged },
      uploads?.attachmentChanges.asObservable().map { .attachmentsChanged } ?? .empty)
  }

  /// What the user has on cars is global state: any screen, and any other program, may change it.
  public func transform(mutation: Observable<Mutation>) -> Observable<Mutation> {
    mutation.merge(with: catalogue.userDataChanges.asObservable().map { .setUserData($0) })
  }

  /// Starts what an action asks for.
  public func mutate(action: Action) -> Observable<Mutation> {
    let state = currentState
    switch action {
    case .load: return .concat(readAtOnce(state.requestedID), answer(state.requestedID))
    case .next: return step(by: 1, from: state)
    case .previous: return step(by: -1, from: state)
    case .toggleFavourite:
      guard let page = state.page else { return .empty }
      return setFavourite(!page.userData.isFavourite, page.car.id)
    case .setFavourite(let isFavourite, let id): return setFavourite(isFavourite, id)
    case .editNote: return state.page.map { .just(.requestNote(NoteRequest($0))) } ?? .empty
    case .upload: return state.page.map { .just(.requestUpload($0.car.id)) } ?? .empty
    case .openAttachment(let id): return state.attachment(id).map { open($0) } ?? .empty
    case .saveAttachment(let id): return state.attachment(id).map { saveRequest($0) } ?? .empty
    case .saveCopy(let id, let path): return state.attachment(id).map { save($0, to: path) } ?? .empty
    case .deleteAttachment(let id): return state.attachment(id).map { .just(.askToDelete($0)) } ?? .empty
    case .deleteNow(let id):
      if let attachment = state.attachment(id) { uploads?.delete(attachment) }
      return .empty
    case .attachmentsChanged:
      guard let id = state.page?.car.id else { return .empty }
      return .just(.setAttachments(attachments(of: id), id))
    case .catalogueChanged: return answer(state.requestedID)
    }
  }

  /// Those that are known: that they cannot be read takes nothing from the rest of the page.
  private func attachments(of id: Car.ID) -> [Attachment] {
    (try? uploads?.attachments(of: id)) ?? []
  }

  /// The state after a mutation.
  public func reduce(into state: inout State, mutation: Mutation) {
    switch mutation {
    case .request(let id, let position):
      state.requestedID = id
      state.requestedPosition = position
    case .show(let page): state.show(page)
    case .showGone: state.content = .gone(name: state.page?.car.id == state.requestedID ? state.page?.name : nil)
    case .showFailure(let error): state.content = .failed(error)
    case .sayLoading: state.sayLoading()
    case .setUserData(let changes):
      guard var page = state.page, let data = changes[page.car.id] else { return }
      page.userData = data
      state.content = .car(page)
    case .alert(let failure): state.alert = failure
    case .requestNote(let request): state.noteRequested = request
    case .setAttachments(let attachments, let id):
      guard var page = state.page, page.car.id == id else { return }
      page.attachments = attachments
      state.content = .car(page)
    case .setFetching(let name): state.fetching = name
    case .requestUpload(let id): state.uploadRequested = id
    case .requestSave(let request): state.saveRequested = request
    case .askToDelete(let attachment): state.deleteQuestion = attachment
    case .showToast(let text): state.toast = text
    }
  }

  // MARK: Effects

  enum Effect: Hashable, Sendable { case answer, fetch }

  /// The facts without the pictures, before anything is drawn: an opened screen is never blank.
  private func readAtOnce(_ id: Car.ID) -> Observable<Mutation> {
    .deferred { [weak self, catalogue] in
      guard let car = try catalogue.car(id: id) else { return .just(.showGone) }
      let data = try catalogue.userData(id: id)
      return .just(.show(CarPage(car: car, userData: data, attachments: self?.attachments(of: id) ?? [])))
    }
    .catch { .just(.showFailure($0.inCatalogueTerms)) }
  }

  /// Everything, in one step, so that a page is never seen half of one car and half of another. The latest wins.
  private func answer(_ id: Car.ID) -> Observable<Mutation> {
    .run { [weak self, catalogue, loader, clock] emit in
      async let notice: Void = Self.sayLoading(after: clock, emit)
      guard let loaded = try await loader.load(id, catalogue.index.value) else { return emit(.showGone) }
      let data = try catalogue.userData(id: id)
      let attachments = self?.attachments(of: id) ?? []
      emit(.show(CarPage(car: loaded.car, userData: data, pictures: loaded.pictures, attachments: attachments)))
      // Without an index there are no pictures yet: its arrival begins anew, and until then this waits to say so.
      if loaded.pictures == nil { await notice }
    }
    .catch { .just(.showFailure($0.inCatalogueTerms)) }
    .cancellable(id: Effect.answer)
  }

  private static func sayLoading(after clock: any Clock<Duration>, _ emit: Emitter<Mutation>) async {
    guard (try? await clock.sleep(for: patience)) != nil else { return }
    emit(.sayLoading)
  }

  private func step(by offset: Int, from state: State) -> Observable<Mutation> {
    guard let position = state.requestedPosition.map({ $0 + offset }), let id = sequence.id(at: position) else {
      return .empty
    }
    return .concat(.just(.request(id, position: position)), answer(id))
  }

  /// The catalogue shows the change before it is written and takes it back when that fails; only the sentence is ours.
  private func setFavourite(_ isFavourite: Bool, _ id: Car.ID) -> Observable<Mutation> {
    let name = currentState.page.flatMap { $0.car.id == id ? $0.name : nil } ?? "the car"
    return .run { [catalogue] _ in
      try await catalogue.setFavourite(isFavourite, for: id)
    }
    .catch { error in
      .just(
        .alert(
          RetryableFailure(
            title: isFavourite ? "\(name) could not be followed" : "\(name) is still followed", error: error,
            retry: .setFavourite(isFavourite, id))))
    }
  }
}
