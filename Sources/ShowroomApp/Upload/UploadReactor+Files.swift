import Catalogue
import ReactorCore
import Uploads

extension UploadReactor {
  func upload(_ files: [UploadSource], _ choice: Choice) -> Observable<Mutation> {
    guard let car = choice.car, let first = files.first else { return .empty }
    return files.count == 1
      ? upload(first, car, choice.destination) : uploadAll(files, car, choice.destination)
  }

  /// One file, in the stream style: indicator on, upload, append to the attachments, indicator off; on an error an alert,
  /// then indicator off.
  private func upload(_ file: UploadSource, _ car: Car.ID, _ destination: Destination) -> Observable<Mutation> {
    uploads.upload(file, for: car, to: destination).map { .append($0) }
      .catch { Self.saying("\(file.name) was not uploaded", $0, at: destination) }
      .bracketed(by: .setIndicator(true), and: .setIndicator(false))
  }

  /// Several files, in structured concurrency: one that fails holds up none of the others, and all failures are told at
  /// the end, in one alert.
  private func uploadAll(_ files: [UploadSource], _ car: Car.ID, _ destination: Destination) -> Observable<Mutation> {
    .run { [uploads] emit in
      var failures: [(name: String, failure: UploadFailure)] = []
      do {
        for try await event in uploads.upload(files, for: car, to: destination).values {
          switch event {
          case .queued: break
          case .done(_, let attachment): emit(.append(attachment))
          case .failed(let item, let failure): failures.append((item.name, failure))
          }
        }
      } catch {
        return emit(.showAlert(Failure(title: "The files were not uploaded", error)))
      }
      if let told = Self.telling(failures, of: files.count, at: destination) { emit(told) }
    }
    .bracketed(by: .setIndicator(true), and: .setIndicator(false))
  }

  /// An upload that failed, once more, as the first time.
  private func again(_ item: UploadItem) -> Observable<Mutation> {
    uploads.retry(item.id).map { .append($0) }
      .catch { [uploads] error in
        let destination = (try? uploads.places.parse(item.destination)) ?? uploads.destination.value
        return Self.saying(
          "\(item.name) was not uploaded", error, at: destination, retry: .retry(selected: item.id))
      }
      .bracketed(by: .setIndicator(true), and: .setIndicator(false))
  }

  // MARK: What is said of failures

  /// Missing credentials are asked for, a duplicate is the row's own question, everything else is an alert.
  private static func saying(
    _ title: String, _ error: any Error, at destination: Destination, retry: Action? = nil
  ) -> Observable<Mutation> {
    switch (error as? UploadFailure)?.cause {
    case .unauthorised: .just(.authorisationRequired(destination))
    case .duplicate: .just(.showToast(exists(1)))
    default: .just(.showAlert(Failure(title: title, error, retry: retry)))
    }
  }

  private static func exists(_ count: Int) -> String {
    "\(counted(count, "file")) already exist\(count == 1 ? "s" : ""). Press Enter to resolve."
  }

  private static func telling(
    _ failures: [(name: String, failure: UploadFailure)], of count: Int, at destination: Destination
  ) -> Mutation? {
    guard let first = failures.first else { return nil }
    if failures.contains(where: { $0.failure.cause == .unauthorised }) { return .authorisationRequired(destination) }
    if failures.allSatisfy({ $0.failure.isDuplicate }) {
      return .showToast(exists(failures.count))
    }
    let others = failures.count > 1 ? "\nAnd \(counted(failures.count - 1, "other file"))." : ""
    return .showAlert(
      Failure(
        title: "\(failures.count) of \(counted(count, "file")) not uploaded",
        message: "\(first.name): \(first.failure.withStatus)\(others)", retry: .retryAll))
  }

  // MARK: One upload

  func open(_ item: UploadItem?, _ state: State) -> Observable<Mutation> {
    guard let item else { return .empty }
    switch item.state {
    case .failed(let failure):
      switch failure.cause {
      case .duplicate(let size):
        let others = state.duplicates.count { $0.id != item.id }
        return .just(.ask(.duplicate(item, size: size, others: others)))
      case .unauthorised:
        return (try? uploads.places.parse(item.destination)).map { .just(.authorisationRequired($0)) } ?? .empty
      default: return .just(.showAlert(Failure(title: item.name, failure, retry: .retry(selected: item.id))))
      }
    case .interrupted: return again(item)
    default: return .empty
    }
  }

  /// What has ended leaves the list. Only where a part has arrived there is something to ask.
  func cancel(_ item: UploadItem?) -> Observable<Mutation> {
    guard let item else { return .empty }
    switch item.situation {
    case .ended: return perform(.remove(item.id))
    case .elsewhere: return .just(.showToast("Another running Showroom is uploading it"))
    case .pending, .active, .stuck:
      return item.hasPart ? .just(.ask(.cancel(item))) : perform(.cancel(item.id, discard: true))
    }
  }

  /// With a car, those of that car; without one, everything.
  func cancelAll(_ state: State) -> Observable<Mutation> {
    let items = state.items.filter { $0.isUnderWay || $0.situation == .stuck }
    guard !items.isEmpty else { return .empty }
    let lost = items.reduce(0) { $0 + $1.bytesAtRisk }
    return .just(.ask(.cancelAll(count: items.count, haveParts: items.contains(where: \.hasPart), lost: lost)))
  }

  func cancelAllNow(_ state: State, discard: Bool) -> Observable<Mutation> {
    guard state.choice.car != nil else { return perform(.cancelAll(discard: discard)) }
    let items = state.items.filter { $0.isUnderWay || $0.situation == .stuck }
    return perform(items.map { .cancel($0.id, discard: discard) })
  }

  /// The queue is one: with a car, too, everything pauses. What its destination resumes loses nothing.
  func togglePause(_ state: State) -> Observable<Mutation> {
    if state.snapshot.isPaused { return perform(.setPaused(false)) }
    let risky = state.snapshot.items.filter { $0.bytesAtRisk > 0 }
    return risky.isEmpty ? perform(.setPaused(true)) : .just(.ask(.pause(risky)))
  }

  // MARK: Trying again

  func retry(_ item: UploadItem?, _ state: State) -> Observable<Mutation> {
    guard let item, item.situation == .stuck || item.state == .cancelled else { return mutate(action: .refresh) }
    if case .failed(let failure) = item.state, failure.isDuplicate { return open(item, state) }
    return again(item)
  }

  func retryAll(_ state: State) -> Observable<Mutation> {
    let stuck = state.items.filter { $0.situation == .stuck }
    guard !stuck.isEmpty else { return mutate(action: .refresh) }
    var requests: [UploadRequest] = stuck.contains { $0.state != .interrupted } ? [.retryAllFailed] : []
    if stuck.contains(where: { $0.state == .interrupted }) { requests.append(.resumeInterrupted) }
    return perform(requests)
  }

  // MARK: Credentials

  func signIn(_ state: State) -> Observable<Mutation> {
    let refused = state.items.first { $0.failure?.cause == .unauthorised }
    let destination = state.lacksCredentials ?? refused.flatMap { try? uploads.places.parse($0.destination) }
    return destination.map { .just(.authorisationRequired($0)) } ?? .empty
  }

  func authorised(_ destination: Destination, _ state: State) -> Observable<Mutation> {
    let refused = state.snapshot.items.filter {
      $0.failure?.cause == .unauthorised && (try? uploads.places.parse($0.destination)) == destination
    }
    return .concat(
      perform(refused.map { .retry($0.id) }),
      state.choice.destination == destination ? mutate(action: .refresh) : .empty)
  }

  // MARK: The queue

  func perform(_ requests: UploadRequest...) -> Observable<Mutation> {
    perform(requests)
  }

  /// Does what a person asked of the queue, one after the other; the queue itself tells what has become of it. One that
  /// fails holds up none of the others; the first failure is told.
  func perform(_ requests: [UploadRequest]) -> Observable<Mutation> {
    guard !requests.isEmpty else { return .empty }
    return Observable.run { [uploads] _ in
      var first: UploadFailure?
      for request in requests {
        do throws(UploadFailure) { try await uploads.perform(request) } catch { first = first ?? error }
      }
      if let first { throw first }
    }
    .catch { .just(.showAlert(Failure(title: "Could not change the queue", $0))) }
  }
}

extension UploadReactor.Failure {
  /// Something that failed with an error, whose sentence says why.
  init(title: String, _ error: any Error, retry: UploadReactor.Action? = nil) {
    self.init(title: title, message: (error as? UploadFailure)?.withStatus ?? "\(error)", retry: retry)
  }
}

extension UploadFailure {
  /// Whether there is a file of that name already.
  var isDuplicate: Bool {
    if case .duplicate = cause { true } else { false }
  }

  /// The sentence, the server's status and its own words.
  var withStatus: String {
    guard let status, !sentence.contains("\(status)") else { return description }
    return "\(description) (HTTP status \(status))"
  }
}

extension UploadSource {
  /// What the file is called, for a person.
  var name: String { path.lastComponent?.string ?? path.string }
}
