import ReactorTerminal

/// Where a tape is played: a window, and the time that passes there.
///
/// Two implementations: ``HeadlessStage``, memory and a virtual clock, and ``LiveStage``, a person's terminal.
@MainActor
public protocol Stage: AnyObject {
  /// The program's window.
  var window: Window { get }
  /// Whether the program has ended, so that there is nothing to play any more.
  var isOver: Bool { get }
  /// What is recorded of it.
  var recorder: CastRecorder? { get }
  /// Gives the program an event, lets it work, and draws.
  /// - Throws: `TapeInterruption` when there is no more playing.
  func deliver(_ event: Event) async throws
  /// Lets time pass, and draws whatever changes meanwhile.
  /// - Throws: `TapeInterruption` when there is no more playing.
  func pass(_ duration: Duration) async throws
  /// Lets time pass until `condition` holds, but not longer than `timeout`. Answers whether it did.
  /// - Parameter condition: asked before anything, and whenever the screen may have changed.
  /// - Throws: `TapeInterruption` when there is no more playing, and what `condition` throws.
  func wait(until condition: () throws -> Bool, timeout: Duration) async throws -> Bool
  /// Gives the screen another size, as far as there is room.
  /// - Throws: `TapeInterruption` when there is no more playing.
  func resize(to size: Size) async throws
  /// Draws what has changed.
  func draw()
}

/// Why a tape is not played to its end although nothing is wrong with it.
public enum TapeInterruption: Error, Sendable, Hashable, CustomStringConvertible {
  /// A person has taken over.
  case takenOver
  /// The program had to end: its terminal is gone, or the machine asked for it.
  case terminated
  /// Work outside the program did not end within real time.
  case stuck(seconds: Int)

  /// A sentence.
  public var description: String {
    switch self {
    case .takenOver: "The tape was left: somebody took over."
    case .terminated: "The tape was left: the program had to end."
    case .stuck(let seconds):
      "Something outside the program did not answer for \(seconds) seconds: a tape without a terminal waits for it in vain."
    }
  }
}
