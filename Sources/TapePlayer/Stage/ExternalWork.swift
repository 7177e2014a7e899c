/// The way in which a ``HeadlessStage`` is notified of external work: work that uses neither the program's clock nor
/// the executor of effects, such as a server, another process, or a library with its own threads.
///
/// The virtual clock may advance only while no work is in progress; otherwise a `Wait` would time out before the first
/// byte arrives. The stage observes effects and timers itself.
public enum ExternalWork {
  /// No external work. The performance is as fast as possible and always the same.
  case none
  /// The program reports its external work, and the clock stands still while there is any. The performance is always
  /// the same.
  case reported(by: @MainActor () -> Bool)
  /// External work cannot be observed. Before each step of the clock, a `Wait` allows `grace` of real time, and its
  /// whole timeout while nothing is scheduled on the clock. The order of events may vary.
  case unknown(grace: Duration)
}
