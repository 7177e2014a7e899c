import ShowroomFiles
import ShowroomNetwork

/// A failure to read a source. Lines are counted from 1, including the header.
package enum SourceError: Sendable, Hashable {
  /// The text is neither a path nor an address of a known kind.
  case invalidAddress
  /// The text is not a usable web address.
  case badAddress(WebAddressError)
  /// The file does not exist.
  case notFound
  /// The path is a folder.
  case isDirectory
  /// The file cannot be read.
  case unreadable(reason: String)
  /// The source has no content.
  case empty
  /// The content is a web page.
  case webPage
  /// The content is in none of the known formats.
  case unknownFormat
  /// The archive is damaged or truncated.
  case damagedArchive(reason: String)
  /// The archive contains no catalog.
  case archiveWithoutCatalog(files: [String])
  /// The table is missing columns.
  case missingColumns([String])
  /// A row has a different number of cells than the header.
  case raggedRow(line: Int, cells: Int, expected: Int)
  /// A quoted cell is not closed.
  case unclosedQuote(line: Int)
  /// The text contains a NUL byte.
  case nulByte(line: Int)
  /// The text is not UTF-8. `looksLike` is the probable encoding, if one is recognized.
  case notUTF8(line: Int, looksLike: String?)
  /// A cell is larger than the limit in bytes.
  case oversizedCell(line: Int, column: String, limit: Int)
  /// The source exceeds one of the limits of `SourceBudget`. `place` is `nil` for the source as a whole.
  case excessive(place: String?, what: String, limit: Int)
  /// A cell, or a field of a car, has an invalid value.
  case badValue(place: String, field: String, value: String)
  /// Two cars have the same ID.
  case duplicateID(Car.ID, place: String)
  /// The JSON is damaged, or is not a catalog.
  case badJSON(reason: String)
  /// The catalog has a format version that this program does not support.
  case newerFormat(found: Int, supported: Int)
  /// The catalog contains no car.
  case noCars
  /// The source is larger than the limit in bytes.
  case tooLarge(limit: Int)
  /// The server returned an error.
  case httpStatus(Int)
  /// The server redirects in a loop, or too many times.
  case tooManyRedirects(limit: Int)
  /// The server redirects to an address that is not a web address.
  case badRedirect(to: String)
  /// A secure address redirects to an insecure one.
  case insecureRedirect(to: String)
  /// The server did not respond, or stopped responding, for this many seconds.
  case timedOut(seconds: Double)
  /// The certificate is not trusted, or no secure connection could be established.
  case insecure(reason: String)
  /// The file of trusted certificates named by `SSL_CERT_FILE` cannot be used.
  case badTrustRoots(path: String, reason: String)
  /// The connection was refused.
  case refused
  /// The host name cannot be resolved.
  case unknownHost(String)
  /// A system library that is needed to read the source cannot be used.
  case missingLibrary(MissingLibrary)
  /// The connection failed for another reason.
  case connectionFailed(reason: String)

  func message(source: String) -> String {
    switch self {
    case .invalidAddress:
      "\"\(source)\" is neither a file nor a web address. Enter a path, or an address that begins with https://."
    case .badAddress(let error): "\"\(source)\" is not a valid web address: \(error)."
    case .notFound: "The file \(source) does not exist. Check the path."
    case .isDirectory: "\(source) is a folder. Choose a file in it."
    case .unreadable(let reason): "Cannot read \(source): \(reason)."
    case .empty: "\(source) is empty. The catalog is unchanged."
    case .webPage: "\(source) is a web page, not a catalog. Use the address of the file itself."
    case .unknownFormat:
      "\(source) is not a catalog. The supported formats are Showroom JSON and EPA vehicles.csv, "
        + "plain, zipped or gzipped."
    case .damagedArchive(let reason): "\(source) is damaged or truncated (\(reason)). Download it again."
    case .archiveWithoutCatalog(let files):
      (files.isEmpty ? "\(source) is an empty archive. " : "\(source) contains no catalog, only \(Self.list(files)). ")
        + "It should contain a vehicles.csv or a Showroom JSON file."
    case .missingColumns(let names):
      "\(source) is missing the column\(names.count == 1 ? "" : "s") \(Self.list(names)). "
        + "It should be the EPA's vehicles.csv."
    case .raggedRow(let line, let cells, let expected):
      "Line \(line) of \(source) has \(cells) cells, but the header has \(expected). Download the file again."
    case .unclosedQuote(let line):
      "The quoted cell that begins on line \(line) of \(source) is not closed. Download the file again."
    case .nulByte(let line):
      "Line \(line) of \(source) contains a NUL byte, so it is not text. Download the file again."
    case .notUTF8(let line, let encoding):
      "Line \(line) of \(source) is not UTF-8"
        + (encoding.map { "; it looks like \($0). Convert it with iconv -f \($0) -t UTF-8 and try again." }
          ?? ". Convert the file to UTF-8 and try again.")
    case .oversizedCell(let line, let column, let limit):
      "Line \(line) of \(source), column \(column.shortened(to: 60)): "
        + "the cell is larger than \(limit / 1024) KB. The file is damaged."
    case .excessive(let place, let what, let limit):
      "\(place.map { "\($0.capitalizedFirst) of " } ?? "")\(source) has more than \(limit) \(what), "
        + "which is more than any catalog needs. Check the source."
    case .badValue(let place, let field, let value):
      "\(place.capitalizedFirst) of \(source): \(field.shortened(to: 60)) cannot be \"\(value.shortened(to: 60))\"."
    case .duplicateID(let id, let place):
      "\(place.capitalizedFirst) of \(source) repeats the ID \(id). Every car needs its own ID."
    case .badJSON(let reason): "\(source) is not a Showroom catalog: \(reason.shortened(to: 200))."
    case .newerFormat(let found, let supported):
      "\(source) is a catalog of version \(found), but this program supports version \(supported). Update the program."
    case .noCars: "\(source) contains no cars. The catalog is unchanged."
    case .tooLarge(let limit): "\(source) is larger than \(Self.bytes(limit)), which is too large for a catalog."
    case .httpStatus(404): "\(source) was not found on the server (404). Check the address."
    case .httpStatus(let code) where code >= 500:
      "The server of \(source) returned an error (\(code)). Try again later."
    case .httpStatus(let code): "The server rejected the request for \(source) (\(code)). Check the address."
    case .tooManyRedirects(let limit):
      "\(source) redirects in a loop (more than \(limit) redirects). Check the address."
    case .badRedirect(let to): "\(source) redirects to \"\(to.shortened(to: 200))\", which is not a web address."
    case .insecureRedirect(let to):
      "\(source) redirects from a secure to an insecure address (\(to.shortened(to: 200))), which was refused."
    case .timedOut(let seconds):
      "The server of \(source) did not respond for \(Self.seconds(seconds)). Try again later."
    case .insecure(let reason):
      "Could not establish a trusted connection to \(source): \(reason.shortened(to: 200)). "
        + "To trust a private certificate authority, set SSL_CERT_FILE to a file with its certificate."
    case .badTrustRoots(let path, let reason):
      "SSL_CERT_FILE is set to \(path.shortened(to: 200)), which cannot be used: \(reason.shortened(to: 100))."
    case .refused: "The connection to \(source) was refused. Check the address and the port."
    case .unknownHost(let host):
      "The host \(host.shortened(to: 100)) of \(source) could not be found. Check the address and the network."
    case .missingLibrary(let library): "Cannot read \(source): \(library)"
    case .connectionFailed(let reason): "The connection to \(source) failed: \(reason.shortened(to: 200))."
    }
  }

  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(8).map { $0.shortened(to: 60) }.joined(separator: ", ")
    return names.count > 8 ? "\(shown) and \(names.count - 8) more" : shown
  }

  private static func bytes(_ count: Int) -> String {
    count >= 1 << 20 ? "\(count >> 20) MB" : count >= 1 << 10 ? "\(count >> 10) KB" : quantity(count, "byte")
  }

  private static func seconds(_ seconds: Double) -> String {
    seconds >= 1 ? "\(Int(seconds.rounded())) s" : "\(Int((seconds * 1000).rounded())) ms"
  }
}
