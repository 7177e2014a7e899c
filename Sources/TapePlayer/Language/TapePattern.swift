import Dispatch
import Synchronization

/// A regular expression of a tape, of Swift's dialect. `^` and `$` are the beginning and the end of a row.
public struct TapePattern: Sendable, Hashable, CustomStringConvertible {
  /// As it is written between the slashes.
  public let source: String

  /// A pattern.
  /// - Throws: `TapePatternError` when `source` is none.
  public init(_ source: String) throws(TapePatternError) {
    self.source = source
    try Self.checkSize(source)
    _ = try Self.compiled(source)
  }

  /// Refuses what the regular expression library has not enough stack for: it calls itself for each bracket within
  /// another, and for each operator between two sets. How many there are in all says how deep they can be at most.
  private static func checkSize(_ source: String) throws(TapePatternError) {
    var brackets = 0
    var previous: Unicode.Scalar = " "
    for scalar in source.unicodeScalars {
      if scalar == "(" || scalar == "[" { brackets += 1 }
      if "&-~".unicodeScalars.contains(scalar), scalar == previous { brackets += 1 }
      previous = scalar
    }
    guard source.unicodeScalars.count <= longest, brackets <= mostBrackets else {
      throw TapePatternError(
        source: "\(source.prefix(20))…",
        reason: "it has more than \(longest) characters or \(mostBrackets) brackets")
    }
  }

  private static let longest = 2_000
  private static let mostBrackets = 64

  /// Whether `text` has it anywhere; nil when that has not become clear within two seconds of real time.
  ///
  /// Repeats within repeats can take longer than anybody lives. The caller's thread waits for another one, which costs
  /// microseconds; it cannot be stopped, and works on in vain until the process ends.
  public func matches(_ text: String) -> Bool? {
    let answer = Answer()
    DispatchQueue(label: "TapePattern").async { [source] in
      // Compiled anew: a `Regex` cannot cross from the parser to another thread.
      let match = try? Self.compiled(source).firstMatch(in: text)
      answer.isMatch.withLock { $0 = match != nil }
      answer.isThere.signal()
    }
    _ = answer.isThere.wait(timeout: .now() + Self.patience)
    return answer.isMatch.withLock(\.self)
  }

  private static let patience: DispatchTimeInterval = .seconds(2)

  private final class Answer: Sendable {
    let isThere = DispatchSemaphore(value: 0)
    let isMatch = Mutex<Bool?>(nil)
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
  public var description: String {
    "/\(source)/ is not a regular expression: \(reason); a sign that stands for itself needs a backslash, as in \\(."
  }
}
