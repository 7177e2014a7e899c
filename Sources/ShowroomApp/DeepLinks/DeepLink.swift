import Catalogue

/// A place in the program that can be started at: `showroom open car/900001`.
public enum DeepLink: Sendable, Hashable {
  /// A car's page.
  case car(Car.ID)
  /// The choice of files to upload to a car.
  case upload(Car.ID)
  /// The list, searched.
  case search(String)
  /// The queue of uploads.
  case uploads

  /// Reads `car/ID`, `car/ID/upload`, `search?q=WORDS` or `uploads`, each also after `showroom://`.
  ///
  /// Text is decoded as that of a web form is: `+` is a space, `%2B` a plus. Whether there is such a car is for whoever
  /// follows the link to see.
  ///
  /// - Throws: ``Mistake`` for what cannot be followed by anybody.
  public init(parsing text: String) throws(Mistake) {
    var text = text.trimmingPrefix(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    guard !text.isEmpty else { throw .empty }
    let scheme = "showroom://"
    let hasScheme = text.prefix(scheme.count).lowercased() == scheme
    let parts = text.dropFirst(hasScheme ? scheme.count : 0)
      .split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    var path: [String] = []
    for segment in parts[0].split(separator: "/") { path.append(try Self.decoded(segment, of: text)) }
    let query = parts.count > 1 ? parts[1] : nil

    switch (path.first, path.count, query) {
    case ("car", 2, nil): self = .car(try Self.car(path[1], of: text))
    case ("car", 3, nil) where path[2] == "upload": self = .upload(try Self.car(path[1], of: text))
    case ("car", 1, nil): throw .noCar(String(text))
    case ("search", 1, _): self = .search(try Self.words(query, of: text))
    case ("uploads", 1, nil): self = .uploads
    default: throw .unknown(String(text))
    }
  }

  private static func car(_ number: String, of text: Substring) throws(Mistake) -> Car.ID {
    guard let id = Car.ID(number), id > 0 else { throw .noCar(String(text)) }
    return id
  }

  private static func words(_ query: Substring?, of text: Substring) throws(Mistake) -> String {
    let parts = (query ?? "").split(separator: "&")
    guard parts.count == 1, parts[0].hasPrefix("q=") else { throw .noWords(String(text)) }
    let typed = parts[0].dropFirst(2).map { $0 == "+" ? " " : String($0) }.joined()
    let words = try decoded(typed, of: text)
    guard words.contains(where: { !$0.isWhitespace }) else { throw .noWords(String(text)) }
    return words
  }

  /// The text with `%` and two hexadecimal digits for each byte that was written so (RFC 3986, 2.1).
  private static func decoded(_ part: some StringProtocol, of text: Substring) throws(Mistake) -> String {
    var bytes: [UInt8] = []
    var rest = part.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2).compactMap { Character(UnicodeScalar($0)).hexDigitValue }
      guard digits.count == 2 else { throw .badEncoding(String(text)) }
      rest = rest.dropFirst(2)
      bytes.append(UInt8(digits[0] << 4 | digits[1]))
    }
    guard let decoded = String(validating: bytes, as: UTF8.self) else { throw .badEncoding(String(text)) }
    return decoded
  }
}

extension DeepLink {
  /// Why a text cannot be followed.
  public enum Mistake: Error, Sendable, Hashable, CustomStringConvertible {
    /// Nothing was given.
    case empty
    /// It leads to no kind of place that there is.
    case unknown(String)
    /// It should name a car by its number.
    case noCar(String)
    /// It should say what to search for.
    case noWords(String)
    /// A `%` without two hexadecimal digits, or bytes that are no text.
    case badEncoding(String)

    /// A sentence that says what may be written instead.
    public var description: String {
      switch self {
      case .empty: "The link is empty: write car/ID, car/ID/upload, search?q=WORDS or uploads."
      case .unknown(let text):
        "\"\(text)\" leads nowhere: write car/ID, car/ID/upload, search?q=WORDS or uploads."
      case .noCar(let text):
        "\"\(text)\" names no car: write its number as showroom list shows it, car/900001."
      case .noWords(let text):
        "\"\(text)\" says nothing to search for: write the words after q= with a + between them, search?q=kia+2024."
      case .badEncoding(let text):
        "\"\(text)\" cannot be decoded: after a % there are two hexadecimal digits, and what they make is UTF-8; "
          + "write %25 for the sign itself."
      }
    }
  }
}
