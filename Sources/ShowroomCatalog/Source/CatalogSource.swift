import Foundation
import ShowroomNetwork

/// The source of a catalog: a file or a web address. Its format is determined by its content, never by its name.
package enum CatalogSource: Sendable, Hashable {
  /// A local file.
  case file(URL)
  /// A web address, with the login for its server.
  case remote(WebAddress, WebLogin? = nil)

  /// Parses a path (`~` is the home directory), `file://…`, `http://…` or `https://…`.
  package init(parsing text: String) throws(CatalogError) {
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

  /// The form stored in the database: the path, or the address without its secrets, because a database may be copied
  /// and shared.
  var key: String {
    switch self {
    case .file(let url): url.path
    case .remote(let address, _): address.description
    }
  }

  init?(key: String) {
    guard let source = try? CatalogSource(parsing: key) else { return nil }
    self = source
  }

  /// The path or address to display, without a login and without probable signatures.
  package var name: String { key }

  /// The source including its secrets, in a form that ``init(parsing:)`` accepts. Intended for a file that only its
  /// owner may read.
  package var privateText: String {
    switch self {
    case .file(let url): url.path
    case .remote(let address, let login): address.text(with: login)
    }
  }
}

extension CatalogSource {
  /// Returns the address of the EPA's web page about a car; `nil` if the cars are not from the EPA.
  ///
  /// The EPA's table of cars is named `vehicles.csv` or `vehicles.csv.zip`.
  package func page(of id: Car.ID) -> WebAddress? {
    let path =
      switch self {
      case .file(let url): url.path
      case .remote(let address, _): address.path
      }
    guard path.split(separator: "/").last?.lowercased().contains("vehicles.csv") == true else { return nil }
    return try? WebAddress(parsing: "https://www.fueleconomy.gov/feg/Find.do?action=sbs&id=\(id)")
  }
}
