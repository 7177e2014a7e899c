import Catalogue
import Glibc
import ReactorCore
import SystemPackage
import Uploads

extension CarDetailReactor {
  /// The wish to save a copy of an attachment, and the path that is proposed for it.
  public struct SaveRequest: Sendable, Hashable {
    /// The attachment.
    public var attachment: Attachment
    /// The proposed path.
    public var proposal: String
  }

  /// Brings the file here where it is elsewhere, and shows it.
  func open(_ attachment: Attachment) -> Observable<Mutation> {
    Observable.run { [uploads, opener] emit in
      guard let uploads else { return }
      // Before it is fetched in vain.
      if let refusal = opener.refusal { throw refusal }
      var path = uploads.localPath(of: attachment)
      if path == nil {
        emit(.setFetching(attachment.file.name))
        let copy = try Self.temporaryPath(for: attachment)
        try await uploads.fetch(attachment, to: copy)
        emit(.setFetching(nil))
        path = copy
      }
      if let path { try await opener.open(path) }
    }
    .catch { Self.saying("\(attachment.file.name) was not opened", $0, retry: .openAttachment(attachment.id)) }
    .cancellable(id: Effect.fetch, whenRunning: .ignoreNew)
  }

  /// Writes a copy to a path that a person wrote; into a folder under the file's own name.
  func save(_ attachment: Attachment, to text: String) -> Observable<Mutation> {
    Observable.run { [uploads] emit in
      guard let uploads else { return }
      guard let typed = try uploads.places.file(text) else {
        throw UploadFailure(.source, "\"\(text)\" is no path on this machine.")
      }
      var path = FilePath(typed)
      if Self.isFolder(path) { path.append(StoredName(attachment.file.name).text) }
      emit(.setFetching(attachment.file.name))
      try await uploads.fetch(attachment, to: path)
      emit(.setFetching(nil))
      emit(.showToast("Saved as \(path.text(home: FilePath(uploads.places.homeOfFiles)))"))
    }
    .catch { Self.saying("\(attachment.file.name) was not saved", $0, retry: .saveAttachment(attachment.id)) }
    .cancellable(id: Effect.fetch, whenRunning: .ignoreNew)
  }

  private static func saying(_ title: String, _ error: any Error, retry: Action) -> Observable<Mutation> {
    .concat(.just(.setFetching(nil)), .just(.alert(RetryableFailure(title: title, error: error, retry: retry))))
  }

  /// What a name leads to that is proposed for a copy: into the folder where the program was started.
  func saveRequest(_ attachment: Attachment) -> Observable<Mutation> {
    .just(.requestSave(SaveRequest(attachment: attachment, proposal: StoredName(attachment.file.name).text)))
  }

  /// A new folder that only the user can look into: names come from servers, and others may share the machine. What was
  /// opened stays there as long as the system keeps such folders, because its viewer may still be reading it.
  private static func temporaryPath(for attachment: Attachment) throws(UploadFailure) -> FilePath {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(base)/showroom-XXXXXX".utf8CString)
    guard template.withUnsafeMutableBufferPointer({ $0.baseAddress.map { mkdtemp($0) != nil } }) == true else {
      throw UploadFailure(.noSpace, "No folder could be made in \(base): \(String(cString: strerror(errno))).")
    }
    let folder = template.withUnsafeBufferPointer { $0.baseAddress.map { FilePath(platformString: $0) } ?? "/tmp" }
    return folder.appending(StoredName(attachment.file.name).text)
  }

  private static func isFolder(_ path: FilePath) -> Bool {
    var status = stat()
    return path.withPlatformString { stat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
