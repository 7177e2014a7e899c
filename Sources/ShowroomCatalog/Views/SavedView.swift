import ShowroomFiles

/// A named search of the list: a query, an order, columns, and whether models are folded.
package struct SavedView: Sendable, Hashable, Identifiable {
  /// The name as written by the user. Names that differ only in case or diacritics are considered equal.
  package let name: String
  package var query: String
  package var sort: Sort
  /// The columns, in order; empty for the usual ones.
  package var columns: [CarField]
  /// Whether the list has one row per model; `nil` if the view leaves that as it is.
  package var foldsModels: Bool?

  package var id: String { Self.key(of: name) }

  /// The built-in views. If the user saves a view under one of these names, it replaces the built-in one.
  static let builtIn = [try? SavedView(name: "marked", query: "\(CarField.marked.id):yes")].compactMap(\.self)

  /// The maximum number of characters in a name.
  package static let maximumLength = 32

  /// Creates a view.
  ///
  /// - Throws: ``SavedViewError/invalidName(_:)`` unless the name consists of 1 to 32 letters, digits, hyphens and
  ///   underscores, and begins with a letter or a digit: `@name` must be one word of a query.
  package init(
    name: String, query: String, sort: Sort = .standard, columns: [CarField] = [], foldsModels: Bool? = nil
  ) throws(SavedViewError) {
    guard Self.isValid(name) else { throw .invalidName(name.shortened(to: 40)) }
    self.name = name
    self.query = query
    self.sort = sort
    self.columns = columns
    self.foldsModels = foldsModels
  }

  /// Returns whether text is a valid name.
  package static func isValid(_ name: String) -> Bool {
    guard let first = name.first, first.isLetter || first.isNumber, name.count <= maximumLength else { return false }
    return name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" } && !key(of: name).isEmpty
  }

  /// Returns the name in text typed by the user, which may begin with `@`, as when opening a view.
  package static func name(typed text: String) -> String {
    let name = text.drop { $0.isWhitespace || $0 == "@" }
    return String(name.reversed().drop(while: \.isWhitespace).reversed())
  }

  /// Returns a message if text typed by the user is not a valid name.
  package static func problem(ofTyped text: String) -> String? {
    let name = name(typed: text)
    return isValid(name) ? nil : SavedViewError.invalidName(name.shortened(to: 40)).description
  }

  /// Returns the key by which names are compared.
  package static func key(of name: String) -> String { Folding.fold(name) }

  /// Returns the name of the view at the beginning of a query, and the rest of the query, which narrows it: `kias` and
  /// `2024` in `@kias 2024`. Returns `nil` if the query does not begin with `@` and a letter.
  package static func reference(in text: String) -> (name: String, rest: String)? {
    let trimmed = text.drop(while: \.isWhitespace)
    guard trimmed.first == "@" else { return nil }
    let name = trimmed.dropFirst().prefix { !$0.isWhitespace }
    guard !name.isEmpty else { return nil }
    return (String(name), String(trimmed.dropFirst(name.count + 1).drop(while: \.isWhitespace)))
  }

  /// Returns the view's query with additional words and filters.
  package func query(narrowedBy words: String) -> String {
    query.isEmpty || words.isEmpty ? query + words : QueryText.closed(query) + " " + words
  }
}

/// An error in saving, finding or changing a view.
package enum SavedViewError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The text cannot be a name.
  case invalidName(String)
  /// Another view has the name.
  case nameTaken(String)
  /// The query is longer than the longest text that is read.
  case queryTooLong
  /// No view has the name. The suggestion is the most similar existing name.
  case unknown(String, suggestion: String?)

  /// A message that says what to do.
  package var description: String {
    switch self {
    case .invalidName(let name):
      "\"\(name)\" cannot be the name of a view. Use 1 to \(SavedView.maximumLength) letters, digits, hyphens and "
        + "underscores, beginning with a letter or a digit."
    case .nameTaken(let name): "There is already a view \"\(name)\". Choose another name, or replace that view."
    case .queryTooLong: "The search is too long to be saved. Shorten it."
    case .unknown(let name, let suggestion?): "There is no view \"\(name)\". Did you mean \"\(suggestion)\"?"
    case .unknown(let name, nil): "There is no view \"\(name)\". Save one on the screen."
    }
  }
}
