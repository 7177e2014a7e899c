import Glibc
import ReactorCore
import ShowroomCatalog
import ShowroomFilePicker
import ShowroomFiles
import ShowroomUploads
import SystemPackage

extension CarDetailReactor {
  /// Finds the files named in pasted text. A newer paste cancels the search.
  func paste(_ text: String, on car: Car.ID) -> Observable<Mutation> {
    PastedUpload.find(in: text, for: car, uploads)
      .flatMap { [weak self] outcome in
        switch outcome {
        case .found(let upload): self?.output(.message(upload.question(sending: .uploadPasted(upload)))) ?? .empty
        case .problem(let message): self?.toast(message, kind: .warning) ?? .empty
        }
      }
      .cancellable(id: Effect.paste, whenRunning: .cancelPrevious)
  }

  /// Opens an attachment, downloading it first if it is not on this computer.
  func open(_ attachment: Attachment) -> Observable<Mutation> {
    run { [uploads, opener] emit in
      guard let uploads else { return }
      // Fails before an unnecessary download.
      if let refusal = opener.refusal { throw refusal }
      var path = uploads.localPath(of: attachment)
      if path == nil {
        let copy = try Self.temporaryPath(for: attachment)
        try await Self.download(attachment, to: copy, with: uploads, emit)
        path = copy
      }
      if let path { try await opener.open(.file(path)) }
    }
    .catch(alerting("Could not open \(attachment.file.name)", retry: .openAttachment(attachment.id)))
    .cancellable(id: Effect.open(attachment.id), whenRunning: .ignoreNew)
  }

  /// Saves a copy at a path entered by the user. If the path is a folder, the copy gets the attachment's name.
  func save(_ attachment: Attachment, to text: String) -> Observable<Mutation> {
    run { [uploads] emit in
      guard let uploads else { return }
      guard let typed = try uploads.destinations.file(text) else {
        throw UploadFailure(.source, "\"\(text)\" is not a valid path on this computer.")
      }
      var path = FilePath(typed)
      if FolderContents.isFolder(path) { path.append(attachment.file.lastName) }
      try await Self.download(attachment, to: path, with: uploads, emit)
      emit.toast("Saved a copy as \(path.text(home: FilePath(uploads.destinations.homeOfFiles)))", kind: .success)
    }
    .catch(alerting("Could not save \(attachment.file.name)", retry: .saveCopy(attachment.id, to: text)))
  }

  /// Downloads an attachment. If the user leaves the page, the download continues, and another screen reports its
  /// failure.
  private static func download(
    _ attachment: Attachment, to path: FilePath, with uploads: LiveUploads, _ emit: ReactorEmitter<CarDetailReactor>
  ) async throws(UploadFailure) {
    let name = attachment.file.name
    emit(.setDownload(name, isRunning: true))
    defer { emit(.setDownload(name, isRunning: false)) }
    do throws(UploadFailure) {
      try await uploads.fetch(attachment, to: path)
    } catch {
      // Leaving the page cancels the current task, but not the download. Quitting cancels the download.
      if Task.isCancelled, error.cause != .canceled {
        uploads.report(UploadFailureReport("Could not download \(name)", error, retry: nil))
      }
      throw error
    }
  }

  func confirmDeletion(of attachment: Attachment) -> Observable<Mutation> {
    confirm(
      "Delete \(attachment.file.name)?", "The file is also deleted at its destination: \(attachment.destination)",
      confirm: "Delete", .deleteNow(attachment.id))
  }

  /// Returns a path in a new folder that only the user can read, because names come from servers, and other users may
  /// share the computer. The file is not removed, because its viewer may still be reading it.
  private static func temporaryPath(for attachment: Attachment) throws(UploadFailure) -> FilePath {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(base)/showroom-XXXXXX".utf8CString)
    guard template.withUnsafeMutableBufferPointer({ $0.baseAddress.map { mkdtemp($0) != nil } }) == true else {
      throw UploadFailure(.noSpace, "Could not create a folder in \(base): \(String(cString: strerror(errno))).")
    }
    let folder = template.withUnsafeBufferPointer { $0.baseAddress.map { FilePath(platformString: $0) } ?? "/tmp" }
    return folder.appending(attachment.file.lastName)
  }
}
