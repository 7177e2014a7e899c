import Foundation

/// The seeds of a property test, whose suite is named `…Soak`.
///
/// `make test` always uses the same few seeds. `make soak` sets `SHOWROOM_SOAK_SECONDS` to generate new seeds for that
/// many seconds, or `SHOWROOM_SOAK_RUNS` to generate that many, and prints how many at the end. `SHOWROOM_SOAK_SEED`
/// sets the first seed, so that a failure can be repeated. A failure names its seed:
///
/// ```swift
/// for seed in SoakSeeds(100) {
///   var chance = SeededChance(seed: seed)
///   #expect(property(&chance), "seed \(seed)")
/// }
/// ```
package struct SoakSeeds: Sequence, IteratorProtocol {
  private let first: UInt64
  private var seed: UInt64
  private var left: Int
  private let end: ContinuousClock.Instant?
  private let isSoak: Bool

  /// Creates the seeds from 1 to `count`, unless the environment specifies others.
  package init(_ count: Int, environment: [String: String] = ProcessInfo.processInfo.environment) {
    let chosen = environment["SHOWROOM_SOAK_SEED"].flatMap { UInt64($0) }
    let seconds = environment["SHOWROOM_SOAK_SECONDS"].flatMap { Double($0) }.map { Swift.min(Swift.max($0, 0), 1e6) }
    let runs = environment["SHOWROOM_SOAK_RUNS"].flatMap { Int($0) }
    isSoak = seconds != nil || runs != nil
    end = runs == nil ? seconds.map { .now + .seconds($0) } : nil
    first = chosen ?? (isSoak ? UInt64.random(in: 0...UInt64.max >> 1) : 1)
    seed = first
    left = runs ?? (isSoak ? .max : chosen == nil ? count : 1)
  }

  /// Returns the next seed, or `nil` at the end.
  package mutating func next() -> UInt64? {
    guard left > 0, end.map({ .now < $0 }) ?? true else {
      if isSoak { print("\(seed &- first) seeds from \(first)") }
      return nil
    }
    left -= 1
    defer { seed &+= 1 }
    return seed
  }
}

/// A random number generator that is reproducible from its seed (SplitMix64).
package struct SeededChance: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a generator.
  package init(seed: UInt64) { state = seed }

  /// Returns the next number.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
