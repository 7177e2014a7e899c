import Foundation

/// The intent to create a multipart upload. It is stored on disk before the request is sent, because the store's
/// response contains the only reference to the upload. If the response is lost, this value is used to find the upload.
struct MultipartIntent: Sendable, Hashable {
  /// The key of the resulting object.
  let key: String
  /// The IDs of the unfinished uploads that already existed for the key and belong to others.
  let known: Set<String>
  /// The time just before the request, in seconds since 1970.
  let moment: Double

  /// The maximum duration of the request in seconds, including the clock skew that a signature allows.
  private static let window = 15 * 60.0

  init(key: String, known: Set<String>, moment: Double) {
    self.key = key
    self.known = known
    self.moment = moment
  }

  /// Reads a checkpoint. Returns `nil` if it is not an intent.
  init?(_ checkpoint: Checkpoint) {
    guard let key = checkpoint.values["key"], let known = checkpoint.values["known"],
      let moment = checkpoint.values["moment"].flatMap(Double.init)
    else { return nil }
    self.init(key: key, known: Set(known.split(separator: "\n").map(String.init)), moment: moment)
  }

  var checkpoint: Checkpoint {
    Checkpoint(values: ["key": key, "known": known.sorted().joined(separator: "\n"), "moment": "\(moment)"])
  }

  /// Whether an unfinished upload appears to be the one that was created.
  func includes(_ upload: S3Connection.UnfinishedUpload) -> Bool {
    !known.contains(upload.id) && (upload.initiated.map { $0 <= moment + Self.window } ?? true)
  }
}

extension S3Connection {
  /// A multipart upload that was created but neither completed nor aborted.
  struct UnfinishedUpload: Sendable, Hashable {
    let id: String
    /// The time at which it was created, in seconds since 1970, or `nil` if unknown.
    let initiated: Double?
  }

  func unfinishedUploads(of key: String) async throws(UploadFailure) -> [UnfinishedUpload] {
    // The first page is sufficient, because the key itself sorts before all longer ones.
    var request = S3Request("GET", nil, query: [.init(name: "uploads"), .init(name: "prefix", value: key)])
    request.responseLimit = 2 << 20
    let answer = try document(with: "IsTruncated", of: try await perform(request))
    return answer.all("Upload").compactMap { element in
      guard element.first("Key")?.text == key, let id = element.value("UploadId") else { return nil }
      return UnfinishedUpload(
        id: id, initiated: element.value("Initiated").flatMap(SigningDate.date)?.timeIntervalSince1970)
    }
  }

  /// Returns the intent to create an upload, or `nil` if the store does not list unfinished uploads or abort them.
  /// - Parameter earlier: The intent of an earlier attempt, whose upload a store behind a proxy may have created only
  ///   now. It is aborted.
  func intent(for key: String, after earlier: MultipartIntent?) async throws(UploadFailure) -> MultipartIntent? {
    var known: Set<String> = []
    do throws(UploadFailure) {
      for upload in try await unfinishedUploads(of: key) {
        if let earlier, earlier.key == key, earlier.includes(upload) {
          try await abort(key, id: upload.id)
        } else {
          known.insert(upload.id)
        }
      }
    } catch {
      guard error.isRefusal else { throw error }
      return nil
    }
    return MultipartIntent(key: key, known: known, moment: now().timeIntervalSince1970)
  }

  /// Removes what an earlier attempt left behind: its parts, and the object if the parts were combined.
  /// - Parameter recorded: The recorded files. Their objects stay, because another upload may have found one there and
  ///   skipped an equal file.
  /// - Returns: A warning if the object may be left, because the access key has no permission to look for it.
  func discard(_ checkpoint: Checkpoint, keeping recorded: [StoredFile]) async throws(UploadFailure) -> String? {
    guard let key = checkpoint.values["key"] else { return nil }
    var mayHaveObject = true
    if let id = checkpoint.values["upload"] {
      // An upload that can be aborted was not completed.
      mayHaveObject = try await !abort(key, id: id)
    } else if let intent = MultipartIntent(checkpoint) {
      for upload in try await unfinishedUploads(of: key) where intent.includes(upload) {
        try await abort(key, id: upload.id)
      }
    }
    guard let mark = checkpoint.values["mark"], !recorded.contains(where: { $0.location == key }) else { return nil }
    let head = try await response(to: S3Request("HEAD", key))
    switch head.status {
    case 200:
      if S3Object(head).mark == mark { try await delete(key) }
      return nil
    case 404: return nil
    case 400, 401, 403:
      // Only a response with a body shows whether a later attempt may find the object, for example with a new token.
      let refusal = errorResponse(in: try await response(to: S3Request("GET", key)))
      guard refusal.code == "AccessDenied" else { throw refusal.failure }
      return mayHaveObject
        ? "This access key does not have permission to look for files in the bucket \(address.location.bucket), so a "
          + "discarded file may still be there." : nil
    default: throw failure(of: head)
    }
  }

  /// Deletes an object. Succeeds if it does not exist.
  func delete(_ key: String) async throws(UploadFailure) {
    let response = try await response(to: S3Request("DELETE", key))
    let failure = response.isSuccess ? nil : errorResponse(in: response)
    guard let failure, failure.code != "NoSuchKey" else { return }
    throw failure.failure
  }
}
