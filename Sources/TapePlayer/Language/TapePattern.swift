/// A regular expression of a tape, of Swift's dialect. `^` and `$` are the beginning and the end of a row.
public struct TapePattern: Sendable, Hashable, CustomStringConvertible {
  /// As it is written between the slashes.
  public let source: String

  /// A pattern.
  /// - Throws: `TapePatternError` when `source` is none.
  public init(_ source: String) throws(TapePatternError) {
    self.source = source
    _ = try Self.compiled(source)
  }

  /// Whether `text` has it anywhere.
  public func matches(_ text: String) -> Bool {
    // Compiled anew: a `Regex` cannot cross from the parser to the main actor. It costs microseconds.
    guard let regex = try? Self.compiled(source) else { return false }
    return (try? regex.firstMatch(in: text)) != nil
  }

  private static func compiled(_ source: String) throws(TapePatternError) -> Regex<AnyRegexOutput> {
    do {
      return try Regex(source).anchorsMatchLineEndings().wordBoundaryKind(.simple)
    } catch {
      throw TapePatternError(source: source, reason: "\(error)")
    }
  }

  /// `/kia/`, as a tape has it.
  public var description: String { "/" + source.map { $0 == "/" ? "\\/" : String($0) }.joined() + "/" }
}

/// Why a text is no pattern.
public struct TapePatternError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What was written.
  public let source: String
  /// In the words of the regular expression library.
  public let reason: String

  /// A sentence.
  public var description: String { "/\(source)/ is not a regular expression: \(reason)." }
}
