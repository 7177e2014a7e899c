import ReactorSpelling
import ShowroomFiles

/// An error in a list of columns.
package enum ColumnListError: Error, Sendable, Hashable, CustomStringConvertible {
  /// There is no column with this name.
  case unknown(String, suggestion: String?)
  /// A column is listed twice.
  case repeated(String)
  /// The list is empty, or a name is missing between commas.
  case empty

  package var description: String {
    let known = CarField.columns.map(\.id).joined(separator: ", ")
    switch self {
    case .unknown(let name, let suggestion?): return "There is no column \"\(name)\". Did you mean \"\(suggestion)\"?"
    case .unknown(let name, nil): return "There is no column \"\(name)\". The columns are \(known)."
    case .repeated(let name): return "The column \"\(name)\" is listed twice. List each column once."
    case .empty: return "A column is missing. List columns separated by commas, as in make,model,year,mpg."
    }
  }
}

extension CarField {
  /// The fields by each of their folded names.
  private static let names: [String: CarField] = {
    var names: [String: CarField] = [:]
    for field in allCases {
      for name in field.definition.aliases + [Folding.fold(field.definition.exportName)] { names[name] = field }
    }
    // The name of a field takes precedence over an alias of another field.
    for field in allCases { names[field.id] = field }
    return names
  }()

  /// The names of the fields that can be filtered, and their aliases.
  static let filterNames = filtered.map(\.id) + filtered.flatMap(\.definition.aliases).sorted()

  /// Creates the field with a name, an alias or an export name.
  package init?(named name: String) {
    guard let field = Self.names[Folding.fold(name)] else { return nil }
    self = field
  }

  /// Creates the field with a name, if it can be a column.
  package init?(columnNamed name: String) {
    guard let field = CarField(named: name), Self.columns.contains(field) else { return nil }
    self = field
  }

  /// Creates the field with a name, if it can be filtered.
  package init?(filterNamed name: String) {
    guard let field = CarField(named: name), field.isFiltered else { return nil }
    self = field
  }

  /// Parses the names of columns separated by commas, such as `make,model,year,mpg`.
  package static func list(parsing text: String) throws(ColumnListError) -> [CarField] {
    var fields: [CarField] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let name = part.filter { !$0.isWhitespace }
      guard !name.isEmpty else { throw .empty }
      guard let field = CarField(columnNamed: name) else {
        throw .unknown(
          name.shortened(to: 40),
          suggestion: NearestName.of(name, among: names.filter { columns.contains($0.value) }.keys))
      }
      guard !fields.contains(field) else { throw .repeated(field.id) }
      fields.append(field)
    }
    return fields
  }

  /// Returns the text from which these columns can be parsed.
  package static func text(of columns: [CarField]) -> String { columns.map(\.id).joined(separator: ",") }
}
