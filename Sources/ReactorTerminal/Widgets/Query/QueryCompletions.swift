/// A completion for the word at the caret of a ``QueryField``.
public struct QueryCompletion: Sendable, Hashable, Identifiable {
  /// The text that replaces the word.
  public var text: String
  /// Additional text on the right, such as the number of matches.
  public var detail: String

  /// The ID of the completion, which is its text.
  public var id: String { text }

  /// Creates a completion.
  ///
  /// - Parameters:
  ///   - text: The text that replaces the word.
  ///   - detail: Additional text on the right.
  public init(_ text: String, detail: String = "") {
    self.text = text
    self.detail = detail
  }
}

/// The completions for one word of a query.
public struct QueryCompletions: Sendable, Hashable {
  /// The query that the completions belong to. If the field has another query, they arrive too late and are ignored.
  public var query: String
  /// The word to replace, as UTF-8 offsets.
  public var range: Range<Int>
  /// The completions, best one first.
  public var candidates: [QueryCompletion]

  /// Creates the completions for a word.
  ///
  /// - Parameters:
  ///   - query: The query that the completions belong to.
  ///   - range: The word to replace, as UTF-8 offsets.
  ///   - candidates: The completions, best one first.
  public init(for query: String, replacing range: Range<Int>, candidates: [QueryCompletion]) {
    self.query = query
    self.range = range
    self.candidates = candidates
  }
}

/// A request for completions, sent by a ``QueryField`` when its text has changed.
public struct QueryCompletionRequest: Sendable, Hashable {
  /// The query.
  public let query: String
  /// The position of the caret, as a UTF-8 offset.
  public let caret: Int

  /// Creates a request.
  public init(query: String, caret: Int) {
    self.query = query
    self.caret = caret
  }

  /// The word around the caret, bounded by spaces, as UTF-8 offsets.
  public var word: Range<Int> {
    let bytes = Array(query.utf8)
    let caret = min(max(0, caret), bytes.count)
    let space = UInt8(ascii: " ")
    let start = bytes[..<caret].lastIndex(of: space).map { $0 + 1 } ?? 0
    return start..<(bytes[caret...].firstIndex(of: space) ?? bytes.count)
  }

  /// The text of ``word`` before the caret, with which completions begin.
  public var prefix: String {
    let bytes = Array(query.utf8)
    let start = word.lowerBound
    return String(decoding: bytes[start..<max(start, min(caret, bytes.count))], as: UTF8.self)
  }
}
