import Catalogue
import Logging
import ReactorCore
import SystemPackage
import Uploads

/// Uploads as the screens see them: the queue, the files of each car, where new files go; and the only place where these
/// are changed.
///
/// What is under way belongs to the queue, not to a screen: leaving one stops nothing. Everything that takes time happens
/// off the main actor.
@MainActor
public final class LiveUploads {
  /// The queue. Told at most some ten times a second, and not at all while nothing happens.
  public let snapshot = StateRelay(UploadSnapshot())
  /// Each upload that has ended.
  public let outcomes = Relay<UploadOutcome>()
  /// What there is to know about uploads that does not keep them from arriving.
  public let warnings = Relay<UploadWarning>()
  /// Told when the files of some car have changed, whoever changed them.
  public let attachmentChanges = Relay<Void>()
  /// Where new files go. What is in the queue already goes where it was sent.
  public let destination: StateRelay<Destination>
  /// What was deleted just now, and can still be had back (``undoDeletion(_:)``).
  public let deletions = Relay<Attachment>()
  /// What failed without a screen that would say so.
  public let problems = Relay<UploadProblem>()
  /// What destinations are reckoned from.
  public let places: DestinationPlaces

  let service: UploadService
  let logger: Logger
  let clock: any Clock<Duration>
  var deleting: [Attachment.ID: Deletion] = [:]
  private var chosen: [Destination] = []
  private var attachmentRevision: Int64?
  private var followers: [Task<Void, Never>] = []

  init(
    service: UploadService, places: DestinationPlaces, clock: any Clock<Duration>,
    logger: Logger = Logger(label: "showroom.uploads")
  ) {
    self.service = service
    self.places = places
    self.clock = clock
    self.logger = logger
    destination = StateRelay(places.initial)
    chosen = places.chosen.map { [$0] } ?? []
  }

  isolated deinit {
    for follower in followers { follower.cancel() }
    for deletion in deleting.values { deletion.timer?.cancel() }
  }

  // MARK: The queue

  /// Begins what waits in the queue, and follows it. A second call does nothing.
  public func start() {
    guard followers.isEmpty else { return }
    follow(service.finished()) { $0.outcomes.send($1) }
    follow(service.warnings()) { $0.warnings.send($1) }
    follow(service.snapshots()) { $0.snapshot.accept($1) }
    follow(service.changes()) { $0.take($1) }
    followers.append(
      Task.immediate(executorPreference: EffectExecutor.current) { [weak self, service] in
        do throws(UploadFailure) {
          try await service.start()
        } catch {
          self?.report(UploadProblem("Could not start uploads", error, retry: nil))
        }
      })
  }

  private func follow<Element: Sendable>(
    _ stream: AsyncStream<Element>, _ take: @escaping @MainActor (LiveUploads, Element) -> Void
  ) {
    followers.append(
      Task.immediate(executorPreference: EffectExecutor.current) { [weak self] in
        for await element in stream {
          guard let self else { return }
          take(self, element)
        }
      })
  }

  private func take(_ revision: UploadTablesRevision) {
    defer { attachmentRevision = revision.attachments }
    if let attachmentRevision, attachmentRevision != revision.attachments { attachmentChanges.send(()) }
  }

  /// Puts files into the queue and follows them to their end: `queued`, then an event for each. Ending the subscription
  /// stops nothing but the following.
  public func upload(
    _ files: [UploadSource], for car: Car.ID, to destination: Destination
  ) -> Observable<UploadEvent> {
    following { [service] () async throws(UploadFailure) in
      try await service.enqueue(files, car, destination, .fail)
    }
  }

  /// Puts one file into the queue: the attachment that it has become, or the ``UploadFailure``. Nothing at all when a
  /// person cancelled it.
  public func upload(_ file: UploadSource, for car: Car.ID, to destination: Destination) -> Observable<Attachment> {
    upload([file], for: car, to: destination).attachments
  }

  /// Tries an upload again and follows it, as ``upload(_:for:to:)-(UploadSource,_,_)`` does.
  public func retry(_ id: UploadItem.ID) -> Observable<Attachment> {
    following { [service] () async throws(UploadFailure) in
      try await service.perform(.retry(id))
      return [id]
    }.attachments
  }

  /// Does what a person asks of the queue.
  public func perform(_ request: UploadRequest) async throws(UploadFailure) {
    try await service.perform(request)
  }

  /// Goes on with what the end of a program interrupted; what fails about that is a problem.
  public func resumeInterrupted() {
    Task.immediate(executorPreference: EffectExecutor.current) { [weak self, service] in
      do throws(UploadFailure) {
        try await service.perform(.resumeInterrupted)
      } catch {
        self?.report(UploadProblem("Could not resume uploads", error) { self?.resumeInterrupted() })
      }
    }
  }

  /// Ends what is under way, for a program that ends: the parts are kept for the next start, or discarded. A file that was
  /// deleted just now, and whose deletion can still be undone, is kept: of two mistakes that is the one that loses nothing.
  public func stop(_ mode: StopMode) async {
    for deletion in deleting.values { deletion.timer?.cancel() }
    for deletion in deleting.values { await deletion.work?.value }
    await service.stop(mode)
  }

  private func following(
    _ begin: @escaping @MainActor () async throws(UploadFailure) -> [UploadItem.ID]
  ) -> Observable<UploadEvent> {
    .deferred { [weak self] in
      guard let self else { return .empty }
      // Heard before anything begins: a small file may be there before its number is known.
      let words = Observable<FollowedUploads.Word>.merge(
        outcomes.asObservable().map { .ended($0) }, snapshot.asObservable().map { .snapshot($0) }
      ).values
      return .run { emit in
        let ids = try await begin()
        emit(.queued(ids))
        var followed = FollowedUploads(ids)
        if followed.isEmpty { return }
        for try await word in words {
          if let event = followed.take(word) { emit(event) }
          if followed.isEmpty { return }
        }
      }
    }
  }

  func report(_ problem: UploadProblem) {
    logger.error("\(problem.title)", metadata: ["cause": "\(problem.failure.sentence)"])
    problems.send(problem)
  }

  // MARK: Destinations

  /// Sends new files to another destination from now on, also in later runs; every screen reloads what depends on it.
  public func choose(_ destination: Destination) {
    chosen.removeAll { $0 == destination }
    chosen.insert(destination, at: 0)
    self.destination.accept(destination)
    do throws(UploadFailure) {
      try service.remember(destination)
    } catch {
      report(UploadProblem("The destination was not remembered", error, retry: nil))
    }
  }

  /// The destinations that a person may mean: the configured one, the program's own folder, and those used before, the
  /// latest first.
  public var knownDestinations: [Destination] {
    var known = [places.configured, places.localFolder] + chosen
    known += snapshot.value.items.reversed().compactMap { try? places.parse($0.destination) }
    var seen: Set<Destination> = []
    return known.filter { seen.insert($0).inserted }
  }

  /// Shows credentials to a destination from now on; with `saved`, also in later runs: they are written into a file that
  /// only the user can read.
  /// - Throws: ``UploadFailure`` when the file cannot be written; they hold for this run all the same.
  public func authorise(
    _ destination: Destination, with credentials: Credentials, saved: Bool
  ) async throws(UploadFailure) {
    service.hold(credentials, destination)
    if saved { try await Self.save(credentials, destination, service) }
  }

  @concurrent
  private static func save(
    _ credentials: Credentials, _ destination: Destination, _ service: UploadService
  ) async throws(UploadFailure) {
    try service.save(credentials, destination)
  }

  /// Asks a destination what it can do, and what it holds for a car.
  public func survey(_ destination: Destination, car: Car.ID) async throws(UploadFailure) -> Survey {
    try await service.engine(destination).survey(car: car)
  }
}

extension Observable where Element == UploadEvent {
  /// The attachments alone; the first failure fails the stream.
  fileprivate var attachments: Observable<Attachment> {
    flatMap { event in
      switch event {
      case .queued: .empty
      case .done(_, let attachment): .just(attachment)
      case .failed(_, let failure): .error(failure)
      }
    }
  }
}
