import Foundation

/// Where a catalogue comes from: a file, or a web address. What is in it is told by its content, never by its name.
public enum CatalogueSource: Sendable, Hashable {
  /// A file on this machine.
  case file(URL)
  /// An `http` or `https` address.
  case remote(URL)

  /// Reads what a person types: a path (`~` is the home directory), `file://…`, `http://…` or `https://…`.
  public init(parsing text: String) throws(CatalogueError) {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !text.isEmpty else { throw .source(.invalidAddress, source: text) }
    if let separator = text.range(of: "://") {
      guard let url = URL(string: text) else { throw .source(.invalidAddress, source: text) }
      switch text[..<separator.lowerBound].lowercased() {
      case "http", "https":
        guard let host = url.host, !host.isEmpty else { throw .source(.invalidAddress, source: text) }
        self = .remote(url)
      case "file":
        guard !url.path.isEmpty else { throw .source(.invalidAddress, source: text) }
        self = .file(URL(fileURLWithPath: url.path))
      default:
        throw .source(.invalidAddress, source: text)
      }
    } else {
      self = .file(URL(fileURLWithPath: NSString(string: text).expandingTildeInPath).standardizedFileURL)
    }
  }

  /// How the database remembers the source: the path, or the address.
  var key: String {
    switch self {
    case .file(let url): url.path
    case .remote(let url): url.absoluteString
    }
  }

  init?(key: String) {
    guard let source = try? CatalogueSource(parsing: key) else { return nil }
    self = source
  }

  /// The path or address, for a person; without a password that the address may carry.
  public var name: String {
    guard case .remote(let url) = self, url.password != nil,
      var parts = URLComponents(url: url, resolvingAgainstBaseURL: false)
    else { return key }
    parts.password = "…"
    return parts.string?.removingPercentEncoding ?? url.host ?? key
  }
}
