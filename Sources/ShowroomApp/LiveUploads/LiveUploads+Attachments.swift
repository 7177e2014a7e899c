import Catalogue
import ReactorCore
import SystemPackage
import Uploads

extension LiveUploads {
  /// A file that is on its way out.
  struct Deletion {
    var attachment: Attachment
    /// Performs it when nobody takes it back.
    var timer: Task<Void, Never>?
    /// Performs it now.
    var work: Task<Void, Never>?
  }

  /// How long a deletion can be taken back: the time that its toast stays.
  public static let undoTime: Duration = .seconds(5)

  /// The files of a car, oldest first, without those that were deleted just now. Takes less than a millisecond.
  public func attachments(of car: Car.ID) throws(UploadFailure) -> [Attachment] {
    try service.attachments(car).filter { deleting[$0.id] == nil }
  }

  // MARK: Deleting

  /// Deletes a file: it is gone from every screen at once, and from its destination when ``undoTime`` has passed.
  public func delete(_ attachment: Attachment) {
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

  /// Takes a deletion back; nothing happens when it is too late.
  public func undoDeletion(_ id: Attachment.ID) {
    guard let deletion = deleting[id], deletion.work == nil else { return }
    deletion.timer?.cancel()
    deleting[id] = nil
    attachmentChanges.send(())
  }

  /// Performs a deletion that can no longer be taken back, because its toast is gone.
  public func finishDeletion(_ id: Attachment.ID) {
    guard let deletion = deleting[id], deletion.work == nil else { return }
    deletion.timer?.cancel()
    deleting[id]?.work = Task.immediate(executorPreference: EffectExecutor.current) { [weak self] in
      await self?.remove(deletion.attachment)
    }
  }

  /// At the destination first: when that fails, nothing is forgotten.
  private func remove(_ attachment: Attachment) async {
    do throws(UploadFailure) {
      try await service.engine(try destination(of: attachment)).delete(attachment.file)
      try await service.forget(attachment.id)
      deleting[attachment.id] = nil
    } catch {
      deleting[attachment.id] = nil
      report(
        UploadProblem("\(attachment.file.name) was not deleted", error) { [weak self] in self?.delete(attachment) })
    }
    attachmentChanges.send(())
  }

  // MARK: Fetching

  /// Brings a file back, into a new local file that appears whole or not at all.
  /// - Parameter progress: is told the bytes received so far, from any thread.
  public func fetch(
    _ attachment: Attachment, to path: FilePath, progress: @escaping @Sendable (Int64) -> Void = { _ in }
  ) async throws(UploadFailure) {
    try await service.engine(try destination(of: attachment)).fetch(attachment.file, to: path, progress: progress)
  }

  /// The path of a file that lies on this machine; nil of any other, and where files are only chosen from one folder.
  public func localPath(of attachment: Attachment) -> FilePath? {
    guard places.root == nil, case .folder = try? places.parse(attachment.destination) else { return nil }
    return FilePath(attachment.file.location)
  }

  private func destination(of attachment: Attachment) throws(UploadFailure) -> Destination {
    do {
      return try places.parse(attachment.destination)
    } catch {
      throw UploadFailure(.protocol, error.description)
    }
  }
}
