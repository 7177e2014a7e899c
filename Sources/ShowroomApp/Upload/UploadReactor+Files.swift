import ReactorCore
import ShowroomFilePicker
import ShowroomFiles
import ShowroomFormatting
import ShowroomText
import ShowroomUploads

extension UploadReactor {
  func upload(_ files: [UploadSource], _ choice: Choice) -> Observable<Mutation> {
    guard let car = choice.car, let first = files.first else { return .empty }
    return follow(
      uploads.upload(files, for: car, to: choice.destination), count: files.count, at: choice.destination,
      failing: files.count == 1 ? "\(first.name) was not uploaded" : "The files were not uploaded")
  }

  /// Retries an upload that failed or was interrupted.
  private func retryUpload(_ upload: Upload) -> Observable<Mutation> {
    let destination = (try? uploads.destinations.parse(upload.destination)) ?? uploads.destination.value
    return follow(
      uploads.retry(upload.id), count: 1, at: destination, failing: "\(upload.name) was not uploaded",
      retry: .retry(selected: upload.id))
  }

  /// Turns the indicator on, appends the attachments of the uploads that succeed, and turns the indicator off. A
  /// failure does not stop the other uploads; all failures are reported together at the end, without a message if the
  /// user is on another screen, where a toast reports them (``UploadNotifications``).
  ///
  /// - Parameters:
  ///   - title: The title of the alert if the queue cannot be changed.
  ///   - retry: The action that the alert offers.
  private func follow(
    _ outcomes: Observable<[UploadOutcome]>, count: Int, at destination: Destination, failing title: String,
    retry: Action? = nil
  ) -> Observable<Mutation> {
    run { [uploads, isShown] emit in
      var failures: [(upload: Upload, failure: UploadFailure)] = []
      do {
        for try await group in outcomes.values {
          var attachments: [Attachment] = []
          for outcome in group {
            switch outcome {
            case .done(_, let attachment), .skipped(_, let attachment): attachments.append(attachment)
            case .failed(let upload, let failure): failures.append((upload, failure))
            }
          }
          if !attachments.isEmpty { emit(.append(attachments)) }
        }
      } catch {
        return emit.alert(title, error.alertText, retry: retry)
      }
      let reports = isShown()
      if reports {
        // A sign-in is requested only for the uploads that need it.
        let refused = failures.filter { $0.failure.cause == .unauthorized }
        uploads.reportedFailures.send(Set((refused.isEmpty ? failures : refused).map { $0.upload.id }))
      }
      for output in Self.outputs(of: failures, count: count, at: destination) where reports || output.message == nil {
        emit.output(output)
      }
    }
    .bracketed(by: .setIndicator(true), and: .setIndicator(false))
  }

  // MARK: Failures

  private static func duplicateText(_ count: Int) -> String {
    "\(counted(count, "file")) already exist\(count == 1 ? "s" : ""). Choose what happens to \(count == 1 ? "it" : "them")."
  }

  /// Returns the outputs that report failures: a request for sign-in if credentials are missing, a toast if the files
  /// already exist, and an alert for any other failure.
  private static func outputs(
    of failures: [(upload: Upload, failure: UploadFailure)], count: Int, at destination: Destination
  ) -> [Output] {
    guard let first = failures.first else { return [] }
    if let refused = failures.first(where: { $0.failure.cause == .unauthorized }) {
      return [.step(.credentialsRequired(destination, refused.upload.car, then: .queue))]
    }
    if failures.allSatisfy({ $0.failure.isDuplicate }) {
      return [.message(.toast(duplicateText(failures.count))), .select(first.upload.id)]
    }
    let text = first.failure.withStatus
    if count == 1 {
      let retry = Action.retry(selected: first.upload.id)
      return [.message(.alert("\(first.upload.name) was not uploaded", text: text, retry: retry))]
    }
    let others = failures.count > 1 ? "\nAnd \(counted(failures.count - 1, "other file"))." : ""
    let title = "\(failures.count) of \(counted(count, "file")) not uploaded"
    return [.message(.alert(title, text: "\(first.upload.name): \(text)\(others)", retry: .retryAll))]
  }

  // MARK: One upload

  func open(_ upload: Upload?, _ state: State) -> Observable<Mutation> {
    guard let upload else { return .empty }
    switch upload.state {
    case .failed(let failure), .retrying(let failure, _, _):
      switch failure.cause {
      case .duplicate(let size):
        let others = state.duplicates.count { $0.id != upload.id }
        return output(.ask(.duplicate(upload, size: size, others: others)))
      case .unauthorized:
        guard let destination = try? uploads.destinations.parse(upload.destination) else { return .empty }
        return output(.step(.credentialsRequired(destination, upload.car, then: .queue)))
      default: return alerting(upload.name, retry: .retry(selected: upload.id))(failure)
      }
    case .interrupted: return retryUpload(upload)
    case .discarding(let failure?):
      return alerting(upload.name, retry: .cancelNow(upload.id, discard: true))(failure)
    default: return .empty
    }
  }

  /// Removes an upload that has ended, or cancels it, after confirmation if a part has been uploaded.
  func cancel(_ upload: Upload?) -> Observable<Mutation> {
    guard let upload else { return .empty }
    switch upload.situation {
    case .ended: return perform(.remove(upload.id))
    case .elsewhere: return toast("Another running instance of Showroom is uploading it")
    case .pending, .active, .stuck:
      return upload.hasPart ? output(.ask(.cancel(upload))) : perform(.cancel(upload.id, discard: true))
    }
  }

  /// Asks whether to cancel the car's uploads, or all uploads if no car is set.
  func cancelAll(_ state: State) -> Observable<Mutation> {
    let unfinished = state.uploads.filter { $0.isUnderWay || $0.situation == .stuck }
    guard !unfinished.isEmpty else { return .empty }
    let lost = unfinished.reduce(0) { $0 + $1.bytesAtRisk }
    let haveParts = unfinished.contains(where: \.hasPart)
    return output(.ask(.cancelAll(count: unfinished.count, haveParts: haveParts, lost: lost)))
  }

  /// Pauses or resumes the whole queue, even if a car is set. Asks for confirmation if pausing would lose bytes that
  /// were already sent.
  func togglePause(_ state: State) -> Observable<Mutation> {
    if state.snapshot.isPaused { return perform(.setPaused(false)) }
    let risky = state.snapshot.uploads.filter { $0.bytesAtRisk > 0 }
    return risky.isEmpty ? perform(.setPaused(true)) : output(.ask(.pause(risky)))
  }

  // MARK: Retrying

  func retry(_ upload: Upload?, _ state: State) -> Observable<Mutation> {
    guard let upload, upload.canRetry else { return mutate(action: .load) }
    if case .failed(let failure) = upload.state, failure.isDuplicate { return open(upload, state) }
    // An upload that waits for its next attempt is still observed by its initiator.
    if case .discarding = upload.state { return perform(.cancel(upload.id, discard: true)) }
    return upload.isWaitingToRetry ? perform(.retry(upload.id)) : retryUpload(upload)
  }

  /// Retries the car's uploads, or all uploads if no car is set.
  func retryAll(_ state: State) -> Observable<Mutation> {
    let stuck = state.uploads.filter { $0.situation == .stuck }
    let car = state.choice.car
    var requests: [UploadRequest] = stuck.contains { $0.state != .interrupted } ? [.retryAllFailed(of: car)] : []
    if stuck.contains(where: { $0.state == .interrupted }) { requests.append(.resumeInterrupted(of: car)) }
    requests += state.uploads.filter(\.isWaitingToRetry).map { .retry($0.id) }
    return perform(requests)
  }

  // MARK: Sign-in

  func signIn(_ state: State) -> Observable<Mutation> {
    let refused = state.uploads.first { $0.failure?.cause == .unauthorized }
    let destination =
      state.destinationRequiringSignIn ?? refused.flatMap { try? uploads.destinations.parse($0.destination) }
    return destination.map { output(.step(.credentialsRequired($0, state.choice.car, then: .queue))) } ?? .empty
  }

  func authorized(_ destination: Destination, _ state: State) -> Observable<Mutation> {
    let refused = state.snapshot.uploads.filter {
      $0.failure?.cause == .unauthorized && (try? uploads.destinations.parse($0.destination)) == destination
    }
    return .concat(
      perform(refused.map { .retry($0.id) }),
      state.choice.destination == destination ? mutate(action: .load) : .empty)
  }

  // MARK: The queue

  func perform(_ requests: UploadRequest...) -> Observable<Mutation> {
    perform(requests)
  }

  /// Performs requests on the queue one by one. The next snapshot shows their effects. A failure does not stop the
  /// other requests; the first failure is shown in an alert.
  func perform(_ requests: [UploadRequest]) -> Observable<Mutation> {
    guard !requests.isEmpty else { return .empty }
    return .run { [uploads] _ in
      var first: UploadFailure?
      for request in requests {
        do throws(UploadFailure) { try await uploads.perform(request) } catch { first = first ?? error }
      }
      if let first { throw first }
    }
    .catch(alerting("Could not change the queue"))
  }
}

extension UploadFailure {
  /// Whether a file with the same name already exists.
  var isDuplicate: Bool {
    if case .duplicate = cause { true } else { false }
  }
}

extension Upload {
  /// Whether the last attempt failed and the next one will begin automatically.
  var isWaitingToRetry: Bool {
    if case .retrying = state { true } else { false }
  }

  /// Whether the user can now retry the upload or its cleanup.
  var canRetry: Bool {
    switch state {
    case .discarding(let failure): failure != nil
    default: situation == .stuck || isWaitingToRetry || state == .canceled
    }
  }
}

extension UploadSource {
  /// The name of the file as one line.
  var name: String { path.fileName?.description ?? path.text }
}
