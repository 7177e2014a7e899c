/// The time of one action: many short rounds, of which the fastest says what the code costs and the median what a busy
/// machine makes of it.
struct Measurement {
  /// Nanoseconds an action, fastest round.
  let minimum: Double
  /// Nanoseconds an action, median round.
  let median: Double

  /// Warms up, then runs `rounds` rounds of `count` actions each. `restore` puts things back after a round, unmeasured.
  @MainActor
  init(rounds: Int = 100, count: Int = 10_000, restore: () -> Void = {}, _ action: () -> Void) {
    for _ in 0..<count { action() }
    restore()
    let times = (0..<rounds).map { _ in
      let elapsed = ContinuousClock().measure { for _ in 0..<count { action() } }
      restore()
      return Double(elapsed.components.attoseconds) / 1e9 / Double(count) + Double(elapsed.components.seconds) * 1e9
        / Double(count)
    }.sorted()
    minimum = times[0]
    median = times[times.count / 2]
  }
}
