/// What a program waits for that is neither on the clock nor on the effects' executor: a server, another process, a
/// library with threads of its own.
///
/// On a virtual clock, time may pass only when nothing is under way, or a tape would run out of time before the first
/// byte arrives. Effects and timers are seen by the stage; this says how it learns of the rest.
public enum OutsideWork {
  /// There is none: everything happens on the clock and on the effects' executor. The fastest, and always the same.
  case none
  /// The program tells: time stands still while it answers that something is under way. Always the same, too.
  case told(by: @MainActor () -> Bool)
  /// Nobody can tell: a `Wait` gives the rest of the machine so much real time before each step of the clock, and looks
  /// for as long as its timeout when nothing sleeps on the clock. What happens is right, when it happens may vary.
  case unknown(grace: Duration)
}
