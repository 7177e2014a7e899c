import ReactorCore
import ShowroomCatalog
import ShowroomUploads

/// The uploads of one car or of all cars, and the status of the destination.
///
/// The reactor reports events, such as a request for files or for sign-in, but does not decide which screen follows.
/// Uploads belong to the queue, so releasing the reactor does not stop them.
package final class UploadReactor: Reactor {
  /// The effects, each of which runs at most once at a time.
  enum Effect: Hashable, Sendable { case info }

  package let store: Store<UploadReactor>
  let uploads: LiveUploads
  private let catalog: LiveCatalog
  private let clock: any Clock<Duration>
  /// Returns whether the user sees the screen.
  let isShown: @MainActor () -> Bool
  private var carNames: [Car.ID: String] = [:]

  /// - Parameters:
  ///   - car: The car to upload files to; `nil` shows the uploads of all cars.
  ///   - catalog: The catalog that contains the names of the cars.
  ///   - uploads: The uploads to show and change.
  ///   - clock: The clock for delays.
  ///   - isShown: A closure that returns whether the user sees the screen, which then reports failed uploads itself.
  package init(
    car: Car.ID?, catalog: LiveCatalog, uploads: LiveUploads, clock: any Clock<Duration> = ContinuousClock(),
    isShown: @escaping @MainActor () -> Bool = { true }
  ) {
    self.catalog = catalog
    self.uploads = uploads
    self.clock = clock
    self.isShown = isShown
    let choice = Choice(car: car, destination: uploads.destination.value)
    let snapshot = uploads.snapshot.value
    if car == nil { carNames = Self.names(in: snapshot, known: [:], from: catalog) }
    store = Store(
      State(choice, carName: Self.name(of: car, in: catalog), carNames: carNames, snapshot: snapshot))
  }

  // MARK: External changes

  /// Adds an action for each change of the destination, which the user chooses on another screen.
  package func transform(action: Observable<Action>) -> Observable<Action> {
    action.merge(
      with: changes(of: uploads.destination, since: initialState.choice.destination).map { .setDestination($0) })
  }

  /// Adds mutations for changes of the queue and of the attachments, which all screens share.
  package func transform(mutation: Observable<Mutation>) -> Observable<Mutation> {
    .merge(
      mutation,
      changes(of: uploads.snapshot, since: initialState.snapshot)
        .compactMap { [weak self] in self?.snapshotMutation($0) },
      uploads.attachmentChanges.compactMap { [weak self] in self?.attachments() })
  }

  /// Returns the changes of a value since this reactor was created, which may be some time before it is first used.
  private func changes<Value: Equatable & Sendable>(
    of relay: StateRelay<Value>, since initial: Value
  ) -> Observable<Value> {
    relay.startWith(initial).distinctUntilChanged().skip(1)
  }

  // MARK: Side effects

  package func mutate(action: Action) -> Observable<Mutation> {
    let state = currentState
    switch action {
    case .load: return refresh(state.choice)
    case .setCar(let car): return choose(Choice(car: car, destination: state.choice.destination))
    case .setDestination(let destination): return choose(Choice(car: state.choice.car, destination: destination))
    case .upload(let files): return upload(files, state.choice)
    case .addFiles(let selected):
      guard let car = state.choice.car ?? state.upload(selected)?.car else {
        return toast("Open a car to upload files to it")
      }
      return output(.step(.filesRequested(car)))
    case .open(let id): return open(state.upload(id), state)
    case .cancel(let id): return cancel(state.upload(id))
    case .cancelNow(let id, let discard): return perform(.cancel(id, discard: discard))
    case .cancelAll: return cancelAll(state)
    case .cancelAllNow(let discard): return perform(.cancelAll(of: state.choice.car, discard: discard))
    case .retry(let selected): return retry(state.upload(selected), state)
    case .retryAll: return retryAll(state)
    case .togglePause: return togglePause(state)
    case .pause(let finishingCurrent): return perform(.setPaused(true, finishingCurrent: finishingCurrent))
    case .limitRate(let text):
      do { return perform(.limitRate(try BandwidthLimit.parse(text))) } catch { return toast("\(error)") }
    case .move(let id, let step): return perform(.move(id, by: step))
    case .answer(let ids, let answer): return perform(ids.map { .resolveDuplicate($0, answer) })
    case .openAllDuplicates: return output(.ask(.duplicates(state.duplicates)))
    case .clearFinished: return perform(state.uploads.filter(\.isClearable).map { .remove($0.id) })
    case .showUploaded: return output(.step(.uploadedFilesRequested))
    case .chooseDestination:
      return output(.step(.destinationRequired(state.choice.car, reason: nil, then: .queue)))
    case .signIn: return signIn(state)
    case .authorized(let destination): return authorized(destination, state)
    case .close: return output(.step(.queueClosed))
    }
  }

  // MARK: Checking the destination

  /// Applies a new choice immediately, clears everything that depends on the old one, and checks the destination.
  private func choose(_ choice: Choice) -> Observable<Mutation> {
    .concat(
      .just(.choose(choice, carName: Self.name(of: choice.car, in: catalog))),
      choice.car == nil ? .just(namedSnapshotMutation(uploads.snapshot.value)) : .empty,
      refresh(choice))
  }

  private func refresh(_ choice: Choice) -> Observable<Mutation> {
    check(choice).cancellable(id: Effect.info, whenRunning: .cancelPrevious)
  }

  /// Emits all results of the check in one mutation, so that the screen never mixes two destinations. A new check
  /// cancels the previous one.
  private func check(_ choice: Choice) -> Observable<Mutation> {
    guard let car = choice.car else { return .empty }
    return .run { [uploads] emit in
      var info: Result<DestinationInfo, UploadFailure>
      do throws(UploadFailure) {
        info = .success(try await uploads.destinationInfo(choice.destination, car: car))
      } catch {
        info = .failure(error)
      }
      let attachments = (try? uploads.attachments(of: car)) ?? []
      emit(.answer(Answer(info: info, attachments: attachments)))
    }
    .indicatingProgress(with: .showChecking, clock: clock)
  }

  private static func name(of car: Car.ID?, in catalog: LiveCatalog) -> String? {
    car.flatMap { try? catalog.car(id: $0) }.map(\.name)
  }

  /// Returns the mutation for a snapshot, with the names of its cars if they are shown.
  private func snapshotMutation(_ snapshot: UploadSnapshot) -> Mutation {
    currentState.choice.car == nil ? namedSnapshotMutation(snapshot) : .setSnapshot(snapshot, carNames: carNames)
  }

  private func namedSnapshotMutation(_ snapshot: UploadSnapshot) -> Mutation {
    carNames = Self.names(in: snapshot, known: carNames, from: catalog)
    return .setSnapshot(snapshot, carNames: carNames)
  }

  /// Returns the names of the cars in a queue, looking each of them up once.
  private static func names(
    in snapshot: UploadSnapshot, known: [Car.ID: String], from catalog: LiveCatalog
  ) -> [Car.ID: String] {
    catalog.names(of: snapshot.uploads.lazy.map(\.car), known: known)
  }

  private func attachments() -> Mutation? {
    currentState.choice.car.flatMap { try? uploads.attachments(of: $0) }.map { .setAttachments($0) }
  }

  // MARK: State

  package func reduce(into state: inout State, mutation: Mutation) {
    switch mutation {
    case .choose(let choice, let name):
      state.choice = choice
      state.carName = name
      state.destinationStatus = .blank
      state.attachments = []
    case .showChecking: if state.destinationStatus == .blank { state.destinationStatus = .checking }
    case .answer(let answer):
      state.attachments = answer.attachments
      switch answer.info {
      case .success(let info): state.destinationStatus = .known(info)
      case .failure(let failure): state.destinationStatus = .failed(failure)
      }
    case .setSnapshot(let snapshot, let carNames):
      state.snapshot = snapshot
      state.carNames = carNames
    case .setAttachments(let attachments): state.replace(with: attachments)
    case .setIndicator(let isOn): state.uploading += isOn ? 1 : -1
    case .append(let attachments): state.append(attachments)
    }
  }
}

extension UploadReactor.State {
  /// Adds new attachments to those of the car and to the contents of the destination.
  fileprivate mutating func append(_ uploaded: [Attachment]) {
    let uploaded = uploaded.filter { $0.car == choice.car }
    // A file that was skipped is the one that an earlier upload stored.
    var known = Set(attachments.map(\.id))
    attachments += uploaded.filter { known.insert($0.id).inserted }
    addToDestination(uploaded)
  }

  /// Replaces the attachments of the car, and adds new ones to the contents of the destination.
  fileprivate mutating func replace(with files: [Attachment]) {
    let known = Set(attachments.map(\.id))
    addToDestination(files.filter { !known.contains($0.id) })
    attachments = files
  }

  private mutating func addToDestination(_ uploaded: [Attachment]) {
    let added = uploaded.filter { $0.destination == "\(choice.destination)" }.map(\.file)
    guard !added.isEmpty, case .known(var info) = destinationStatus else { return }
    var replaced = Set(added.map(\.location))
    info.files?.removeAll { replaced.contains($0.location) }
    info.files?.append(contentsOf: added.filter { replaced.remove($0.location) != nil })
    destinationStatus = .known(info)
  }
}
