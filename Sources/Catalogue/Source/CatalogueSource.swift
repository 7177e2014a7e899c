import Foundation

/// Where a catalogue comes from: a file, or a web address. What is in it is told by its content, never by its name.
public enum CatalogueSource: Sendable, Hashable {
  /// A file on this machine.
  case file(URL)
  /// An address, and the login that its server is to be given.
  case remote(WebAddress, WebLogin? = nil)

  /// Reads what a person types: a path (`~` is the home directory), `file://…`, `http://…` or `https://…`.
  public init(parsing text: String) throws(CatalogueError) {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !text.isEmpty else { throw .source(.invalidAddress, source: text) }
    guard let separator = text.range(of: "://") else {
      self = .file(URL(fileURLWithPath: NSString(string: text).expandingTildeInPath).standardizedFileURL)
      return
    }
    if text[..<separator.lowerBound].lowercased() == "file" {
      guard let url = URL(string: text), !url.path.isEmpty else { throw .source(.invalidAddress, source: text) }
      self = .file(URL(fileURLWithPath: url.path))
      return
    }
    do {
      let (address, login) = try WebLogin.split(text)
      self = .remote(address, login)
    } catch .otherScheme {
      throw .source(.invalidAddress, source: SecretValues.hidden(in: text))
    } catch {
      throw .source(.badAddress(error), source: SecretValues.hidden(in: text))
    }
  }

  /// How the database remembers the source: the path, or the address without its secrets. The database may be copied and
  /// sent to others.
  var key: String {
    switch self {
    case .file(let url): url.path
    case .remote(let address, _): address.description
    }
  }

  init?(key: String) {
    guard let source = try? CatalogueSource(parsing: key) else { return nil }
    self = source
  }

  /// The path or address, for a person; without a login and without what looks like a signature.
  public var name: String { key }

  /// What ``init(parsing:)`` takes for the same source, with its secrets: for a file that only its owner may read.
  public var privateText: String {
    switch self {
    case .file(let url): url.path
    case .remote(let address, let login): address.text(with: login)
    }
  }
}
