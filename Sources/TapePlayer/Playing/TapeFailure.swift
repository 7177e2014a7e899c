import ReactorTerminalCore

/// A command of a tape that failed. A program exits with status 1.
public struct TapeFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// The reason for a failure.
  package enum Reason: Sendable, Hashable {
    /// A `Wait` reached its time limit. Without a pattern, the screen did not stop changing.
    case timedOut(waitingFor: TapePattern?, scope: TapeWait.Scope, seconds: Double)
    /// An `expect` did not find its pattern.
    case missing(TapePattern)
    /// A `refute` found its pattern.
    case present(TapePattern)
    /// The search for a pattern took too long.
    case tooSlow(TapePattern)
    /// The window is smaller than its program requires, so it shows only a message that the tape does not name.
    case windowTooSmall(required: Size)
    /// The program ended before the command.
    case programEnded
    /// A required program is not installed.
    case notInstalled(String)
    /// A file could not be written, for a reason reported by the system.
    case unwritable(path: String, reason: String)
    /// External work did not finish.
    case externalWorkTimedOut(seconds: Int)
  }

  /// The position of the command.
  public let position: TapePosition
  /// The reason for the failure.
  package let reason: Reason
  /// The rows of the screen; empty if the screen is irrelevant.
  public let screen: [String]
  /// The required and actual sizes, if the screen is smaller than the tape requires and missing text may therefore not
  /// have fit.
  package internal(set) var sizeMismatch: SizeMismatch?

  /// A screen that is smaller than a tape requires.
  package struct SizeMismatch: Sendable, Hashable {
    /// The size that the tape requires.
    package let required: Size
    /// The size of the screen.
    package let actual: Size
  }

  /// The position and an explanation, followed by the screen.
  public var description: String {
    var message = "\(position): \(explanation)"
    if let sizeMismatch {
      let (required, actual) = (sizeMismatch.required, sizeMismatch.actual)
      message +=
        " The tape requires a screen of \(required.width)x\(required.height), but this one is "
        + "\(actual.width)x\(actual.height)."
    }
    guard !screen.isEmpty else { return message }
    return ([message, "The screen showed:"] + screen.map { $0.isEmpty ? "  |" : "  | \($0)" }).joined(separator: "\n")
  }

  private var explanation: String {
    switch reason {
    case .timedOut(nil, _, let seconds):
      "Timed out after \(Self.text(seconds)) s waiting for the screen to stop changing."
    case .timedOut(let pattern?, .screen, let seconds):
      "Timed out after \(Self.text(seconds)) s waiting for \(pattern) on the screen."
    case .timedOut(let pattern?, .line, let seconds):
      "Timed out after \(Self.text(seconds)) s waiting for \(pattern) on the line of the caret."
    case .missing(let pattern): "Expected \(pattern) on the screen, but it is not there."
    case .present(let pattern): "Did not expect \(pattern) on the screen, but it is there."
    case .tooSlow(let pattern): "\(pattern) takes too long to match. Avoid a repetition inside a repetition."
    case .windowTooSmall(let required):
      "The window is smaller than \(required.width)x\(required.height), the minimum of the program, so it shows only a "
        + "message. To expect that message, write /\(Window.tooSmallMessage)/."
    case .programEnded: "The program ended before this command."
    case .notInstalled(let program): "The tape requires \"\(program)\", which is not installed or not on the PATH."
    case .unwritable(let path, let reason): "\"\(path)\" could not be written: \(reason)."
    case .externalWorkTimedOut(let seconds): "\(StageError.externalWorkTimedOut(seconds: seconds))"
    }
  }

  private static func text(_ seconds: Double) -> String {
    seconds == seconds.rounded() && seconds < 1e9 ? "\(Int(seconds))" : "\(seconds)"
  }
}
