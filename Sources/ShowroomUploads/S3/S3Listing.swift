import Foundation
import ShowroomCatalog

extension S3Connection {
  /// The maximum number of pages to read for one car. A page contains up to a thousand files.
  private static let maximumPages = 10

  /// Returns the car's files in the bucket.
  /// - Parameter names: The names that lead to the folder of the files, or `nil` for those in all folders.
  func files(of car: Car.ID, in names: [String]? = nil) async throws(UploadFailure) -> [StoredFile] {
    let folder = address.folder(of: car)
    let prefix = folder + (names ?? []).map { $0 + "/" }.joined()
    var files: [StoredFile] = []
    var token: String?
    for _ in 0..<Self.maximumPages {
      var request = S3Request(
        "GET", nil,
        query: [
          .init(name: "list-type", value: "2"), .init(name: "prefix", value: prefix),
          .init(name: "encoding-type", value: "url"),
        ])
      if names != nil { request.query.append(.init(name: "delimiter", value: "/")) }
      if let token { request.query.append(.init(name: "continuation-token", value: token)) }
      request.responseLimit = 8 << 20
      let answer = try document(with: "IsTruncated", of: try await perform(request))
      // Keys may contain characters that XML does not allow. A store that encodes keys says so in the response.
      let isEncoded = answer.value("EncodingType") == "url"
      for element in answer.all("Contents") {
        guard let text = element.first("Key")?.text, let size = element.number("Size")
        else { continue }
        let key = isEncoded ? Self.decoded(text) : text
        // Some programs create an object for a folder, with a slash at the end of its key.
        guard key.utf8.starts(with: prefix.utf8), key.utf8.last != UInt8(ascii: "/") else { continue }
        let path = String(Substring(key.utf8.dropFirst(folder.utf8.count)))
        files.append(StoredFile(name: path, location: key, size: size))
      }
      token = answer.value("NextContinuationToken")
      guard answer.value("IsTruncated") == "true", token?.isEmpty == false else { break }
    }
    return files
  }

  /// Returns the reason why a folder is not writable, or `nil` if it is. Credentials without permission to list may
  /// still have permission to write, so an upload is created and immediately aborted, which leaves nothing behind.
  func readOnlyReason(of folder: String) async throws(UploadFailure) -> String? {
    do throws(UploadFailure) {
      // The upload must be aborted even if the user leaves the screen in the meantime.
      try await transport.completing { () throws(UploadFailure) in
        let probe = try await createUpload(folder + "probe", plan: PartPlan(size: 0), headers: [:])
        try await abort(probe.key, id: probe.id)
      }
      return nil
    } catch {
      guard error.cause == .forbidden else { throw error }
      return error.message
    }
  }

  /// Decodes the percent-encoding used in listings, where `+` is a space. Invalid sequences are left unchanged.
  static func decoded(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var decoded: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
        let high = digit(bytes[index + 1]), let low = digit(bytes[index + 2])
      {
        decoded.append(high << 4 | low)
        index += 3
      } else {
        decoded.append(bytes[index] == UInt8(ascii: "+") ? UInt8(ascii: " ") : bytes[index])
        index += 1
      }
    }
    return String(decoding: decoded, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.map(UInt8.init)
  }
}
