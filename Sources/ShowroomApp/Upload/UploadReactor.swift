import Catalogue
import ReactorCore
import Uploads

/// The uploads of a car, or of all: adding files, watching, stopping and trying again; and what depends on where they go.
///
/// It tells what happened (files are wanted, a destination wants credentials), never which screen comes next. What is
/// under way belongs to the queue: releasing this reactor stops none of it.
public final class UploadReactor: Reactor {
  /// Names of the effects of which at most one runs.
  enum Effect: Hashable, Sendable { case survey }

  /// A wait before it is said that the destination is being asked: less is not seen as waiting.
  static let patience: Duration = .milliseconds(150)

  /// The state and the pipeline.
  public let store: Store<UploadReactor>
  let uploads: LiveUploads
  private let catalogue: LiveCatalogue
  private let clock: any Clock<Duration>
  private var carNames: [Car.ID: String] = [:]

  /// - Parameters:
  ///   - car: the car to upload to; nil shows the uploads of all cars.
  ///   - catalogue: knows what cars are called.
  public init(
    car: Car.ID?, catalogue: LiveCatalogue, uploads: LiveUploads, clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.catalogue = catalogue
    self.uploads = uploads
    self.clock = clock
    let choice = Choice(car: car, destination: uploads.destination.value)
    let snapshot = uploads.snapshot.value
    if car == nil { carNames = Self.names(in: snapshot, known: [:], from: catalogue) }
    store = Store(
      State(choice, carName: Self.name(of: car, in: catalogue), carNames: carNames, snapshot: snapshot))
  }

  // MARK: What comes from elsewhere

  /// Where files go is chosen on another screen.
  public func transform(action: Observable<Action>) -> Observable<Action> {
    action.merge(
      with: changes(of: uploads.destination, since: initialState.choice.destination).map { .setDestination($0) })
  }

  /// The queue and the files of a car are everybody's.
  public func transform(mutation: Observable<Mutation>) -> Observable<Mutation> {
    .merge(
      mutation,
      changes(of: uploads.snapshot, since: initialState.snapshot).compactMap { [weak self] in self?.taking($0) },
      uploads.attachmentChanges.asObservable().compactMap { [weak self] in self?.attachments() })
  }

  /// The values since this reactor was made: it may be some time before it is first used.
  private func changes<Value: Equatable & Sendable>(
    of relay: StateRelay<Value>, since initial: Value
  ) -> Observable<Value> {
    relay.asObservable().startWith(initial).distinctUntilChanged().skip(1)
  }

  // MARK: Side effects

  /// Starts what an action asks for.
  public func mutate(action: Action) -> Observable<Mutation> {
    let state = currentState
    switch action {
    case .load, .refresh: return refresh(state.choice)
    case .setCar(let car): return choose(Choice(car: car, destination: state.choice.destination))
    case .setDestination(let destination): return choose(Choice(car: state.choice.car, destination: destination))
    case .upload(let files): return upload(files, state.choice)
    case .addFiles(let selected):
      guard let car = state.choice.car ?? state.item(selected)?.car else {
        return .just(.showToast("Open a car and press u there: files are uploaded to a car"))
      }
      return .just(.filesRequested(car))
    case .open(let id): return open(state.item(id), state)
    case .cancel(let id): return cancel(state.item(id))
    case .cancelNow(let id, let discard): return perform(.cancel(id, discard: discard))
    case .cancelAll: return cancelAll(state)
    case .cancelAllNow(let discard): return cancelAllNow(state, discard: discard)
    case .retry(let selected): return retry(state.item(selected), state)
    case .retryAll: return retryAll(state)
    case .togglePause: return togglePause(state)
    case .pause(let finishingCurrent): return perform(.setPaused(true, finishingCurrent: finishingCurrent))
    case .move(let id, let step): return perform(.move(id, by: step))
    case .answer(let ids, let answer): return perform(ids.map { .resolveDuplicate($0, answer) })
    case .openAllDuplicates: return .just(.ask(.duplicates(state.duplicates)))
    case .clearEnded: return perform(state.items.filter { $0.situation == .ended }.map { .remove($0.id) })
    case .chooseDestination: return .just(.destinationRequested)
    case .signIn: return signIn(state)
    case .authorised(let destination): return authorised(destination, state)
    case .close: return .just(.closed)
    }
  }

  // MARK: What depends on the choice

  /// Shows the new choice at once, with nothing of the old one, and asks.
  private func choose(_ choice: Choice) -> Observable<Mutation> {
    .concat(
      .just(.choose(choice, carName: Self.name(of: choice.car, in: catalogue))),
      choice.car == nil ? .just(named(uploads.snapshot.value)) : .empty,
      ask(choice).cancellable(id: Effect.survey, whenRunning: .cancelPrevious))
  }

  private func refresh(_ choice: Choice) -> Observable<Mutation> {
    Observable.concat(.just(.beginRefresh), ask(choice)).cancellable(id: Effect.survey, whenRunning: .cancelPrevious)
  }

  /// Everything in one answer, so that a screen is never half of one destination and half of another. The latest
  /// question wins: an answer to an older one is never heard.
  private func ask(_ choice: Choice) -> Observable<Mutation> {
    guard let car = choice.car else { return .empty }
    return .run { [uploads, clock] emit in
      async let _: Void = Self.sayAsking(after: clock, emit)
      var survey: Result<Survey, UploadFailure>
      do throws(UploadFailure) {
        survey = .success(try await uploads.survey(choice.destination, car: car))
      } catch {
        survey = .failure(error)
      }
      let attachments = (try? uploads.attachments(of: car)) ?? []
      emit(.answer(Answer(survey: survey, attachments: attachments)))
    }
  }

  private static func sayAsking(after clock: any Clock<Duration>, _ emit: Emitter<Mutation>) async {
    guard (try? await clock.sleep(for: patience)) != nil else { return }
    emit(.sayAsking)
  }

  private static func name(of car: Car.ID?, in catalogue: LiveCatalogue) -> String? {
    car.flatMap { try? catalogue.car(id: $0) }.map { CarPage(car: $0).name }
  }

  /// The queue; with the names of its cars where they are shown.
  private func taking(_ snapshot: UploadSnapshot) -> Mutation {
    currentState.choice.car == nil ? named(snapshot) : .setSnapshot(snapshot, carNames: carNames)
  }

  private func named(_ snapshot: UploadSnapshot) -> Mutation {
    carNames = Self.names(in: snapshot, known: carNames, from: catalogue)
    return .setSnapshot(snapshot, carNames: carNames)
  }

  /// The names of the cars of a queue, each looked up once.
  private static func names(
    in snapshot: UploadSnapshot, known: [Car.ID: String], from catalogue: LiveCatalogue
  ) -> [Car.ID: String] {
    snapshot.items.reduce(into: known) { names, item in
      if names[item.car] == nil { names[item.car] = name(of: item.car, in: catalogue) }
    }
  }

  private func attachments() -> Mutation? {
    currentState.choice.car.flatMap { try? uploads.attachments(of: $0) }.map { .setAttachments($0) }
  }

  // MARK: State

  /// The state after a step of change.
  public func reduce(into state: inout State, mutation: Mutation) {
    switch mutation {
    case .choose(let choice, let name):
      state.choice = choice
      state.carName = name
      state.ground = .blank
      state.attachments = []
      state.isAsking = choice.car != nil
    case .beginRefresh: state.isAsking = state.choice.car != nil
    case .sayAsking: if state.ground == .blank { state.ground = .asking }
    case .answer(let answer):
      state.isAsking = false
      state.attachments = answer.attachments
      switch answer.survey {
      case .success(let survey): state.ground = .known(survey)
      case .failure(let failure): state.ground = .failed(failure)
      }
    case .setSnapshot(let snapshot, let carNames):
      state.snapshot = snapshot
      state.carNames = carNames
    case .setAttachments(let attachments): state.replace(with: attachments)
    case .setIndicator(let isOn): state.uploading += isOn ? 1 : -1
    case .append(let attachment): state.append(attachment)
    case .showAlert(let failure): state.alert = failure
    case .showToast(let text): state.toast = text
    case .ask(let question): state.question = question
    case .filesRequested(let car): state.filesRequested = car
    case .destinationRequested: state.destinationRequested = true
    case .authorisationRequired(let destination): state.authorisationRequired = destination
    case .closed: state.closed = true
    }
  }
}

extension UploadReactor.State {
  /// A file that has arrived is among the car's files, and among what is at the destination.
  fileprivate mutating func append(_ attachment: Attachment) {
    guard attachment.car == choice.car else { return }
    if !attachments.contains(where: { $0.id == attachment.id }) { attachments.append(attachment) }
    guard case .known(var survey) = ground, attachment.destination == "\(choice.destination)" else { return }
    survey.files?.removeAll { $0.location == attachment.file.location }
    survey.files?.append(attachment.file)
    ground = .known(survey)
  }

  /// The car's files as they are now: what has come was sent from another screen, or was tried again.
  fileprivate mutating func replace(with files: [Attachment]) {
    let known = Set(attachments.map(\.id))
    for file in files where !known.contains(file.id) { append(file) }
    attachments = files
  }
}
