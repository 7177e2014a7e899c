import ReactorTerminal

/// Why a tape could not be played to its end, or does not show what it says. A program ends with status 1.
public struct TapeFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// What went wrong.
  public enum Reason: Sendable, Hashable {
    /// A `Wait` has not seen what it waits for.
    case waited(for: TapePattern?, scope: TapeWait.Scope, seconds: Double)
    /// An `expect` does not see what it expects.
    case missing(TapePattern)
    /// A `refute` sees what must not be there.
    case present(TapePattern)
    /// It has not become clear whether the screen shows this.
    case tooSlow(TapePattern)
    /// The program has ended, and the tape goes on.
    case programEnded
    /// A program that the tape requires is not installed.
    case notInstalled(String)
    /// A picture or text could not be written; in the words of the system.
    case unwritable(path: String, reason: String)
    /// Something outside the program did not answer.
    case stuck(seconds: Int)
  }

  /// The command that failed.
  public let position: TapePosition
  /// What went wrong.
  public let reason: Reason
  /// What the screen showed, row by row; empty where that does not matter.
  public let screen: [String]
  /// Where the screen has less room than the tape asks for: what is missing may just not fit.
  public internal(set) var shortage: Shortage?

  /// A screen that is smaller than a tape wants it.
  public struct Shortage: Sendable, Hashable {
    /// What the tape asks for.
    public let wanted: Size
    /// What there is.
    public let actual: Size
  }

  /// A sentence, and below it the screen in a frame.
  public var description: String {
    var sentence = "\(position): \(self.sentence)"
    if let shortage {
      sentence =
        sentence.dropLast()
        + "; the tape asks for \(shortage.wanted.width)x\(shortage.wanted.height), and the screen has "
        + "\(shortage.actual.width)x\(shortage.actual.height)."
    }
    guard !screen.isEmpty else { return sentence }
    return ([sentence, "The screen was:"] + screen.map { $0.isEmpty ? "  |" : "  | \($0)" }).joined(separator: "\n")
  }

  private var sentence: String {
    switch reason {
    case .waited(nil, _, let seconds): "The screen did not stand still within \(Self.text(seconds)) s."
    case .waited(let pattern?, .screen, let seconds):
      "Expected \(pattern) on the screen, and it did not come within \(Self.text(seconds)) s."
    case .waited(let pattern?, .line, let seconds):
      "Expected \(pattern) in the line of the caret, and it did not come within \(Self.text(seconds)) s."
    case .missing(let pattern): "Expected \(pattern) on the screen, and it is not there."
    case .present(let pattern): "Expected \(pattern) not to be on the screen, and it is there."
    case .tooSlow(let pattern): "\(pattern) takes too long to look for: write it without a repeat within a repeat."
    case .programEnded: "The program has ended before this command."
    case .notInstalled(let program): "The tape requires \"\(program)\", which is not installed or not on the PATH."
    case .unwritable(let path, let reason): "\"\(path)\" cannot be written: \(reason)."
    case .stuck(let seconds): "\(TapeInterruption.stuck(seconds: seconds))"
    }
  }

  private static func text(_ seconds: Double) -> String {
    seconds == seconds.rounded() && seconds < 1e9 ? "\(Int(seconds))" : "\(seconds)"
  }
}
