/// What can be wrong with a source. Lines are counted from 1, the header included.
public enum SourceProblem: Sendable, Hashable {
  /// Not a path, nor an address of a known kind.
  case invalidAddress
  /// A web address that leads nowhere.
  case badAddress(WebAddressError)
  /// There is no such file.
  case notFound
  /// A directory was given.
  case isDirectory
  /// The file cannot be read.
  case unreadable(reason: String)
  /// There is nothing in it.
  case empty
  /// It is a web page.
  case webPage
  /// It is none of the known formats.
  case unknownFormat
  /// The archive is damaged or cut short.
  case damagedArchive(reason: String)
  /// No file in the archive is a catalogue.
  case archiveWithoutCatalogue(files: [String])
  /// The table lacks columns.
  case missingColumns([String])
  /// A row has another number of cells than the header.
  case raggedRow(line: Int, cells: Int, expected: Int)
  /// A quoted cell has no end.
  case unclosedQuote(line: Int)
  /// A NUL byte in what should be text.
  case nulByte(line: Int)
  /// The text is not UTF-8; the encoding that it looks like, where one can tell.
  case notUTF8(line: Int, looksLike: String?)
  /// A cell is larger than any that makes sense; the limit in bytes.
  case oversizedCell(line: Int, column: String, limit: Int)
  /// More of something than any catalogue needs; the place, where it is not the whole source.
  case excessive(place: String?, what: String, limit: Int)
  /// A cell, or a field of a car, that cannot be understood.
  case badValue(place: String, field: String, value: String)
  /// The same car number twice.
  case duplicateID(Car.ID, place: String)
  /// JSON that is damaged or not a catalogue.
  case badJSON(reason: String)
  /// A catalogue of a format version that this program does not know.
  case newerFormat(found: Int, supported: Int)
  /// A catalogue without a single car.
  case noCars
  /// More bytes than are taken; the limit in bytes.
  case tooLarge(limit: Int)
  /// The server answered with an error.
  case httpStatus(Int)
  /// The server sends the request in circles, or on and on.
  case tooManyRedirects(limit: Int)
  /// The server sends the request somewhere that is not a web address.
  case badRedirect(to: String)
  /// A secure address leads to an insecure one.
  case insecureRedirect(to: String)
  /// The server did not answer, or stopped in the middle; seconds of silence.
  case timedOut(seconds: Double)
  /// The server's certificate is not trusted, or no secure connection could be made.
  case insecure(reason: String)
  /// The file with trusted certificates that `SSL_CERT_FILE` names cannot be used.
  case badTrustRoots(path: String, reason: String)
  /// Nobody listens at the address.
  case refused
  /// The host's name is not known.
  case unknownHost(String)
  /// The connection failed in another way.
  case connectionFailed(reason: String)

  func sentence(source: String) -> String {
    switch self {
    case .invalidAddress:
      "\"\(source)\" is neither a file nor a web address; give a path, or an address that begins with https://."
    case .badAddress(let error): "\"\(source)\" is not an address on the web: \(error); check how it is written."
    case .notFound: "There is no file \(source); check the path."
    case .isDirectory: "\(source) is a directory; give the file in it."
    case .unreadable(let reason): "Cannot read \(source): \(reason)."
    case .empty: "\(source) is empty; nothing was changed."
    case .webPage: "\(source) is a web page, not a catalogue; use the address of the file itself."
    case .unknownFormat:
      "\(source) is not a catalogue: neither Showroom JSON nor EPA vehicles.csv, plain, zipped or gzipped."
    case .damagedArchive(let reason): "\(source) is damaged or cut short (\(reason)); get it again."
    case .archiveWithoutCatalogue(let files):
      "\(source) holds no catalogue, only \(files.isEmpty ? "no files at all" : Self.list(files)); "
        + "it should hold a vehicles.csv or a Showroom JSON file."
    case .missingColumns(let names):
      "\(source) lacks the column\(names.count == 1 ? "" : "s") \(Self.list(names)); "
        + "it should be the EPA's vehicles.csv."
    case .raggedRow(let line, let cells, let expected):
      "Line \(line) of \(source) has \(cells) cells where the header has \(expected); get the file again."
    case .unclosedQuote(let line): "A quoted cell that begins in line \(line) of \(source) has no end; get it again."
    case .nulByte(let line): "Line \(line) of \(source) has a NUL byte, so it is not text; get the file again."
    case .notUTF8(let line, let encoding):
      "Line \(line) of \(source) is not UTF-8"
        + (encoding.map { "; it looks like \($0): convert it with iconv -f \($0) -t UTF-8 and try again." }
          ?? "; convert the file to UTF-8 and try again.")
    case .oversizedCell(let line, let column, let limit):
      "Line \(line) of \(source), column \(column.shortened(to: 60)): "
        + "the cell is larger than \(limit / 1024) KB; the file is damaged."
    case .excessive(let place, let what, let limit):
      "\(place.map { "\($0.capitalizedFirst) of " } ?? "")\(source) has more than \(limit) \(what), "
        + "which no catalogue needs; check what it is."
    case .badValue(let place, let field, let value):
      "\(place.capitalizedFirst) of \(source): \(field.shortened(to: 60)) cannot be \"\(value.shortened(to: 60))\"."
    case .duplicateID(let id, let place):
      "\(place.capitalizedFirst) of \(source) has the car number \(id) a second time; every car needs its own."
    case .badJSON(let reason): "\(source) is not a Showroom catalogue: \(reason.shortened(to: 200))."
    case .newerFormat(let found, let supported):
      "\(source) is a catalogue of version \(found), this program reads version \(supported); update the program."
    case .noCars: "\(source) has no cars in it; the catalogue was left as it is."
    case .tooLarge(let limit): "\(source) is larger than \(Self.bytes(limit)); that is not a catalogue."
    case .httpStatus(404): "There is nothing at \(source) (404); check the address."
    case .httpStatus(let code) where code >= 500:
      "The server of \(source) is in trouble (\(code)); try again later."
    case .httpStatus(let code): "The server refused \(source) (\(code)); check the address."
    case .tooManyRedirects(let limit):
      "\(source) leads in circles (more than \(limit) redirects); check the address."
    case .badRedirect(let to): "\(source) leads to \"\(to.shortened(to: 200))\", which is not a web address."
    case .insecureRedirect(let to):
      "\(source) leads from a secure to an insecure address (\(to.shortened(to: 200))), which was refused."
    case .timedOut(let seconds):
      "The server of \(source) said nothing for \(Self.seconds(seconds)); try again later."
    case .insecure(let reason):
      "No trusted connection to \(source) could be made: \(reason.shortened(to: 200)). "
        + "A private certificate authority goes into the file that SSL_CERT_FILE names."
    case .badTrustRoots(let path, let reason):
      "SSL_CERT_FILE names \(path.shortened(to: 200)), which cannot be used: \(reason.shortened(to: 100))."
    case .refused: "Nothing answers at \(source) (connection refused); check the address and the port."
    case .unknownHost(let host):
      "The host \(host.shortened(to: 100)) of \(source) is not known; check the address and the network."
    case .connectionFailed(let reason): "The connection to \(source) failed: \(reason.shortened(to: 200))."
    }
  }

  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(8).map { $0.shortened(to: 60) }.joined(separator: ", ")
    return names.count > 8 ? "\(shown) and \(names.count - 8) more" : shown
  }

  private static func bytes(_ count: Int) -> String {
    count >= 1 << 20 ? "\(count >> 20) MB" : count >= 1 << 10 ? "\(count >> 10) KB" : "\(count) bytes"
  }

  private static func seconds(_ seconds: Double) -> String {
    seconds >= 1 ? "\(Int(seconds.rounded())) s" : "\(Int((seconds * 1000).rounded())) ms"
  }
}

extension String {
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
