/// The time of one action, over many short rounds. The fastest round shows the cost of the code, and the median the
/// influence of the machine's load.
struct Measurement {
  /// Nanoseconds per action in the fastest round.
  let minimum: Double
  /// Nanoseconds per action in the median round.
  let median: Double

  /// Measures `rounds` rounds of `count` actions, after one round to warm up. `restore` runs after each round and is
  /// not measured.
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
