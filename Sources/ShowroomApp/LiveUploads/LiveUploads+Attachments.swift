import ReactorCore
import ShowroomCatalog
import ShowroomUploads
import SystemPackage

extension LiveUploads {
  /// A deletion that can still be undone or is in progress.
  struct Deletion {
    var attachment: Attachment
    /// The task that performs the deletion when the time for undoing it is over.
    var timer: Task<Void, Never>?
    /// The task that performs the deletion, once it has begun.
    var work: Task<Void, Never>?
  }

  /// The time during which a deletion can be undone. Its toast is shown for the same time.
  package static let undoTime: Duration = .seconds(5)

  /// Returns the attachments of a car, oldest first, without those being deleted. Takes less than a millisecond.
  package func attachments(of car: Car.ID) throws(UploadFailure) -> [Attachment] {
    try service.attachments(car).filter { deleting[$0.id] == nil }
  }

  /// Returns the attachments of all cars, without those being deleted. Reads them off the main actor.
  func allAttachments() async throws(UploadFailure) -> [Attachment] {
    try await service.allAttachments().filter { deleting[$0.id] == nil }
  }

  /// Reads attachments back from their destinations, and reports for each whether it is the file that was uploaded.
  func verify(
    _ attachments: [Attachment], report: @escaping @MainActor @Sendable (AttachmentVerification.Finding) -> Void
  ) async {
    await AttachmentVerification.run(attachments) { [service, destinations] attachment throws(UploadFailure) in
      try await service.engine(try destinations.destination(of: attachment))
    } report: {
      await report($0)
    }
  }

  // MARK: Deleting

  /// Removes an attachment from every screen immediately, and deletes its file from the destination after ``undoTime``.
  package func delete(_ attachment: Attachment) {
    let id = attachment.id
    guard deleting[id] == nil else { return }
    deleting[id] = Deletion(attachment: attachment)
    deleting[id]?.timer = Task.immediate(executorPreference: EffectExecutor.current) { [weak self, clock] in
      guard (try? await clock.sleep(for: Self.undoTime)) != nil, !Task.isCancelled else { return }
      self?.finishDeletion(id)
    }
    attachmentChanges.send(())
    deletions.send(attachment)
  }

  /// Undoes a deletion, unless it has already begun.
  package func undoDeletion(_ id: Attachment.ID) {
    guard let deletion = deleting[id], deletion.work == nil else { return }
    deletion.timer?.cancel()
    deleting[id] = nil
    attachmentChanges.send(())
  }

  /// Performs a deletion without further delay, because its toast has been dismissed.
  package func finishDeletion(_ id: Attachment.ID) {
    guard let deletion = deleting[id], deletion.work == nil else { return }
    deletion.timer?.cancel()
    deleting[id]?.work = Task.immediate(executorPreference: EffectExecutor.current) { [weak self] in
      await self?.remove(deletion.attachment)
    }
  }

  /// Deletes the file at the destination first, so that the attachment stays in the list if the deletion fails. Its
  /// name is reserved meanwhile, because a file that replaces it before the server deletes it would be deleted instead.
  private func remove(_ attachment: Attachment) async {
    do throws(UploadFailure) {
      let engine = try await service.engine(try destinations.destination(of: attachment))
      try await service.reserving(attachment) { [service] () async throws(UploadFailure) in
        // A file that has replaced it since may be at the same location.
        guard try service.attachments(attachment.car).contains(where: { $0.id == attachment.id }) else { return }
        try await engine.delete(attachment.file)
        try await service.forget(attachment.id)
      }
      deleting[attachment.id] = nil
    } catch {
      deleting[attachment.id] = nil
      report(
        UploadFailureReport("\(attachment.file.name) was not deleted", error) { [weak self] in self?.delete(attachment)
        })
    }
    attachmentChanges.send(())
  }

  // MARK: Fetching

  /// Downloads an attachment into a new local file, which is created atomically. Canceling the caller does not cancel
  /// the download; ``stop(_:)`` does.
  package func fetch(_ attachment: Attachment, to path: FilePath) async throws(UploadFailure) {
    let download = Task.immediate(executorPreference: EffectExecutor.current) {
      [service, destinations] () async -> UploadFailure? in
      do throws(UploadFailure) {
        let engine = try await service.engine(try destinations.destination(of: attachment))
        try await engine.fetch(attachment.file, to: path)
        return nil
      } catch {
        return error
      }
    }
    startedDownloads += 1
    let number = startedDownloads
    downloads[number] = download
    defer { downloads[number] = nil }
    if let failure = await download.value { throw failure }
  }

  /// Returns the path of an attachment in a local folder; `nil` if the destination is not a local folder, or if file
  /// selection is limited to one folder.
  package func localPath(of attachment: Attachment) -> FilePath? {
    guard destinations.root == nil, case .folder = try? destinations.parse(attachment.destination) else { return nil }
    return FilePath(attachment.file.location)
  }
}
