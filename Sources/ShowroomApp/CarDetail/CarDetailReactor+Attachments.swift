import Glibc
import ReactorCore
import ShowroomCatalog
import ShowroomFilePicker
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
    Observable.run { [uploads, opener] emit in
      guard let uploads else { return }
      // Fails before an unnecessary download.
      if let refusal = opener.refusal { throw refusal }
      var path = uploads.localPath(of: attachment)
      if path == nil {
        emit(.setDownload(attachment.file.name))
        let copy = try Self.temporaryPath(for: attachment)
        try await uploads.fetch(attachment, to: copy)
        emit(.setDownload(nil))
        path = copy
      }
      if let path { try await opener.open(.file(path)) }
    }
    .catch(failing("Could not open \(attachment.file.name)", retry: .openAttachment(attachment.id)))
    .cancellable(id: Effect.fetch, whenRunning: .ignoreNew)
  }

  /// Saves a copy at a path entered by the user. If the path is a folder, the copy gets the attachment's name.
  func save(_ attachment: Attachment, to text: String) -> Observable<Mutation> {
    run { [uploads] emit in
      guard let uploads else { return }
      guard let typed = try uploads.destinations.file(text) else {
        throw UploadFailure(.source, "\"\(text)\" is not a valid path on this computer.")
      }
      var path = FilePath(typed)
      if Self.isFolder(path) { path.append(attachment.file.lastName) }
      emit(.setDownload(attachment.file.name))
      try await uploads.fetch(attachment, to: path)
      emit(.setDownload(nil))
      emit.toast("Saved a copy as \(path.text(home: FilePath(uploads.destinations.homeOfFiles)))", kind: .success)
    }
    .catch(failing("Could not save \(attachment.file.name)", retry: .saveCopy(attachment.id, to: text)))
    .cancellable(id: Effect.fetch, whenRunning: .ignoreNew)
  }

  /// Returns an error handler that ends the download and shows an alert.
  private func failing(_ title: String, retry: Action) -> @MainActor (any Error) -> Observable<Mutation> {
    let alert = alerting(title, retry: retry)
    return { .concat(.just(.setDownload(nil)), alert($0)) }
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

  private static func isFolder(_ path: FilePath) -> Bool {
    var status = stat()
    return path.withPlatformString { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
