import Foundation
import ShowroomCatalog

/// The state of the screen at the end of a session, with which the next one begins.
package struct SessionState: Sendable, Hashable {
  /// The query of the list.
  package var query = ""
  /// The order of the list.
  package var sort = Sort.standard
  /// Whether the list has one row per model.
  package var isFolded = false
  /// The columns of the list; empty for the default ones.
  package var columns: [CarField] = []
  /// The widths that the user has set for columns.
  package var columnWidths: [CarField: Int] = [:]
  /// The selected car.
  package var selectedCar: Car.ID?
  /// The marked cars, in the order in which they were marked.
  package var marked: [Car.ID] = []
  /// The changes of the latest refresh that the user has seen in the list.
  package var seenChanges = SeenChanges()
  /// The name of the theme that the user chose on the screen.
  package var theme: String?
  /// The units that the user chose on the screen.
  package var units: UnitSystem?
  /// Whether the user chose ASCII characters on the screen.
  package var isASCII: Bool?
  /// Whether the user enabled mouse input on the screen.
  package var hasMouse: Bool?
  /// The link to the last screen, such as `car/7`; `nil` for the list.
  package var link: String?
  /// The folder last shown in the file picker.
  package var pickerFolder: String?
  /// The queries that the user has entered, latest first.
  package private(set) var history: [String] = []

  /// The maximum number of queries in the history.
  package static let maximumHistory = 100

  /// Creates the state of the first session.
  package init() {}

  /// Clears the place in the list, because the cars are from a different source. The next session begins with the whole
  /// list.
  package mutating func forgetPlace() {
    query = ""
    selectedCar = nil
    link = nil
  }

  /// Adds a query to the history. A query that is already there moves to the front. A blank query is ignored.
  package mutating func remember(query: String) {
    let query = query.trimmingCharacters(in: .whitespaces)
    guard !query.isEmpty else { return }
    history.removeAll { $0 == query }
    history.insert(query, at: 0)
    history.removeLast(max(0, history.count - Self.maximumHistory))
  }
}

/// The changes of a refresh that the user has seen.
package struct SeenChanges: Sendable, Hashable {
  /// The ID of the refresh; `nil` for none.
  package var refresh: Int64?
  /// The cars whose changes have been seen.
  package var cars: Set<Car.ID>

  package init(refresh: Int64? = nil, cars: Set<Car.ID> = []) { (self.refresh, self.cars) = (refresh, cars) }
}

extension SessionState {
  /// The form of the state in the file. All members are optional, so that members can be added or removed without a new
  /// version. Strings are the same as on the command line, so that they do not depend on the code.
  private struct Document: Codable {
    var version: Int
    var query: String?
    var sort: String?
    var isFolded: Bool?
    var columns: String?
    var columnWidths: [String: Int]?
    var selectedCar: Car.ID?
    var marked: [Car.ID]?
    var seenRefresh: Int64?
    var seenCars: [Car.ID]?
    var theme: String?
    var units: String?
    var isASCII: Bool?
    var hasMouse: Bool?
    var link: String?
    var pickerFolder: String?
    var history: [String]?
  }

  /// The version of the format. Files with a later version are ignored.
  private static let version = 1
  /// The maximum number of characters in a string.
  private static let maximumText = 4096

  /// The reason why a file cannot be read as a state.
  enum DocumentError: Error, CustomStringConvertible {
    case damaged
    case newerVersion(Int)

    var description: String {
      switch self {
      case .damaged: "it is damaged"
      case .newerVersion(let version): "it was written by a newer version (format \(version))"
      }
    }
  }

  /// Reads a state from JSON. Unknown columns and invalid numbers are left out.
  init(json: Data) throws(DocumentError) {
    struct Header: Decodable { var version: Int }
    let decoder = JSONDecoder()
    guard let header = try? decoder.decode(Header.self, from: json) else { throw .damaged }
    guard header.version <= Self.version else { throw .newerVersion(header.version) }
    guard let document = try? decoder.decode(Document.self, from: json) else { throw .damaged }
    func text(_ text: String?) -> String? { text.flatMap { $0.count <= Self.maximumText ? $0 : nil } }
    query = text(document.query) ?? ""
    sort = document.sort.flatMap { Sort(parsing: $0) } ?? .standard
    isFolded = document.isFolded ?? false
    for name in document.columns?.split(separator: ",") ?? [] {
      if let column = CarField(columnNamed: String(name)), !columns.contains(column) { columns.append(column) }
    }
    for (name, width) in document.columnWidths ?? [:] where (1...1000).contains(width) {
      if let column = CarField(columnNamed: name) { columnWidths[column] = width }
    }
    selectedCar = document.selectedCar
    marked = document.marked ?? []
    seenChanges = SeenChanges(refresh: document.seenRefresh, cars: Set(document.seenCars ?? []))
    theme = text(document.theme)
    units = document.units.flatMap { UnitSystem(rawValue: $0) }
    isASCII = document.isASCII
    hasMouse = document.hasMouse
    link = text(document.link)
    pickerFolder = text(document.pickerFolder)
    for query in (document.history ?? []).prefix(Self.maximumHistory).reversed() {
      if let query = text(query) { remember(query: query) }
    }
  }

  /// The state as JSON.
  var json: Data {
    let document = Document(
      version: Self.version, query: query, sort: sort.description, isFolded: isFolded,
      columns: CarField.text(of: columns),
      columnWidths: Dictionary(uniqueKeysWithValues: columnWidths.map { ($0.key.id, $0.value) }),
      selectedCar: selectedCar, marked: marked, seenRefresh: seenChanges.refresh, seenCars: seenChanges.cars.sorted(),
      theme: theme, units: units?.rawValue, isASCII: isASCII, hasMouse: hasMouse, link: link,
      pickerFolder: pickerFolder, history: history)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // Strings and integers can always be encoded.
    return (try? encoder.encode(document)) ?? Data("{}".utf8)
  }
}

extension Settings {
  /// Returns the settings, with those that the user changed on the screen in an earlier session unless they are
  /// configured.
  package func restoring(_ session: SessionState) -> Settings {
    var settings = self
    func restore<Value>(_ setting: ScreenSetting, _ property: WritableKeyPath<Settings, Value>, _ value: Value?) {
      if let value, !configured.contains(setting) { settings[keyPath: property] = value }
    }
    restore(.theme, \.theme, session.theme.flatMap { ThemeChoice(rawValue: $0) })
    restore(.units, \.units, session.units)
    restore(.characters, \.isASCII, session.isASCII)
    restore(.mouse, \.hasMouse, session.hasMouse)
    return settings
  }
}
