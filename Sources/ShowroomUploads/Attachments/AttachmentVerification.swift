/// The comparison of uploaded files with what was uploaded. Each file is read back from its destination.
package enum AttachmentVerification {
  /// The kind of a result. The raw value is the name of an event of `showroom uploads --verify`.
  package enum Outcome: String, Sendable, CaseIterable {
    /// The file at the destination is the one that was uploaded.
    case verified
    /// The file is no longer at the destination.
    case missing
    /// The file at the destination is a different one.
    case changed
    /// The file could not be read.
    case unverified
  }

  /// The result for a file.
  package struct Finding: Sendable, Hashable {
    package let attachment: Attachment
    /// The reason why the file was not verified.
    package let failure: UploadFailure?
    /// Whether the location of the file follows from its name (``UploadEngine/storesByName``).
    let isStoredByName: Bool

    package init(_ attachment: Attachment, failure: UploadFailure? = nil, isStoredByName: Bool = true) {
      self.attachment = attachment
      self.failure = failure
      self.isStoredByName = isStoredByName
    }

    package var outcome: Outcome {
      switch failure?.cause {
      case nil: .verified
      case .missing: .missing
      case .corrupted: .changed
      default: .unverified
      }
    }

    /// Whether the destination lacks the file that was uploaded.
    package var needsUpload: Bool { outcome == .missing || outcome == .changed }
  }

  /// The maximum number of files read at the same time.
  private static let concurrency = 4

  /// Reads files, and reports the result for each one as soon as it is known. Stops when the task is canceled.
  /// - Parameter engine: Returns the engine of an attachment's destination.
  package static func run(
    _ attachments: [Attachment],
    engine: @escaping @Sendable (Attachment) async throws(UploadFailure) -> any UploadEngine,
    report: @Sendable (Finding) async -> Void
  ) async {
    await withTaskGroup(of: Finding.self) { group in
      var rest = attachments[...]
      for attachment in rest.prefix(concurrency) { group.addTask { await finding(for: attachment, engine) } }
      rest = rest.dropFirst(concurrency)
      for await finding in group {
        if Task.isCancelled { return }
        await report(finding)
        if let next = rest.popFirst() { group.addTask { await self.finding(for: next, engine) } }
      }
    }
  }

  private static func finding(
    for attachment: Attachment, _ engine: @Sendable (Attachment) async throws(UploadFailure) -> any UploadEngine
  ) async -> Finding {
    var isStoredByName = true
    do throws(UploadFailure) {
      let engine = try await engine(attachment)
      isStoredByName = engine.storesByName
      try await engine.verify(attachment.file)
      return Finding(attachment, isStoredByName: isStoredByName)
    } catch {
      return Finding(attachment, failure: error, isStoredByName: isStoredByName)
    }
  }
}
