import Dispatch
import Synchronization

/// A regular expression in a tape, in Swift's dialect. `^` and `$` match the start and end of a row.
package struct TapePattern: Sendable, Hashable, CustomStringConvertible {
  /// The text between the slashes.
  package let source: String

  /// Creates a pattern.
  ///
  /// - Throws: ``TapePatternError`` if `source` is not a regular expression.
  package init(_ source: String) throws(TapePatternError) {
    self.source = source
    try Self.checkSize(source)
    _ = try Self.compiled(source)
  }

  /// Rejects patterns that would overflow the stack. The regular expression library recurses once for each nested
  /// bracket and for each operator between two sets, so limiting the numbers of brackets and operators limits the
  /// depth.
  private static func checkSize(_ source: String) throws(TapePatternError) {
    var brackets = 0
    var previous: Unicode.Scalar = " "
    for scalar in source.unicodeScalars {
      if scalar == "(" || scalar == "[" { brackets += 1 }
      if "&-~".unicodeScalars.contains(scalar), scalar == previous { brackets += 1 }
      previous = scalar
    }
    guard source.unicodeScalars.count <= maximumLength, brackets <= maximumBrackets else {
      throw TapePatternError(
        source: "\(source.prefix(20))…",
        reason: "it has more than \(maximumLength) characters or \(maximumBrackets) brackets")
    }
  }

  private static let maximumLength = 2_000
  private static let maximumBrackets = 64

  /// Returns whether `text` contains the pattern; `nil` if the search takes longer than two seconds of real time.
  ///
  /// Nested repetitions can take practically forever. The search runs on another thread, because it cannot be stopped.
  /// After the time limit, it continues in the background until the process ends.
  package func matches(_ text: String) -> Bool? {
    let search = Search()
    DispatchQueue(label: "TapePattern").async { [source] in
      // Compiled again, because a `Regex` cannot be sent to another thread.
      let match = try? Self.compiled(source).firstMatch(in: text)
      search.isMatch.withLock { $0 = match != nil }
      search.isFinished.signal()
    }
    _ = search.isFinished.wait(timeout: .now() + Self.timeLimit)
    return search.isMatch.withLock(\.self)
  }

  private static let timeLimit: DispatchTimeInterval = .seconds(2)

  private final class Search: Sendable {
    let isFinished = DispatchSemaphore(value: 0)
    let isMatch = Mutex<Bool?>(nil)
  }

  private static func compiled(_ source: String) throws(TapePatternError) -> Regex<AnyRegexOutput> {
    do {
      return try Regex(source).anchorsMatchLineEndings().wordBoundaryKind(.simple)
    } catch {
      throw TapePatternError(source: source, reason: "\(error)")
    }
  }

  /// The pattern as written in a tape, such as `/kia/`.
  package var description: String { "/" + source.map { $0 == "/" ? "\\/" : String($0) }.joined() + "/" }
}

/// An error in a regular expression.
package struct TapePatternError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The text between the slashes.
  package let source: String
  /// The reason, as reported by the regular expression library.
  package let reason: String

  /// A message with the reason and what to do.
  package var description: String {
    "/\(source)/ is not a valid regular expression: \(reason). To match a special character, escape it with a "
      + "backslash, as in \\(."
  }
}
