import Foundation

/// The seeds of a property test, whose suite is named `…Soak`.
///
/// `make test` takes the same few each time. With `SHOWROOM_SOAK_SECONDS` there are new ones for so many seconds, which
/// is what `make soak` does; `SHOWROOM_SOAK_SEED` is the first of them, to repeat a failure. A failure names its seed:
///
/// ```swift
/// for seed in SoakSeeds(100) {
///   var chance = SeededChance(seed: seed)
///   #expect(property(&chance), "seed \(seed)")
/// }
/// ```
public struct SoakSeeds: Sequence, IteratorProtocol {
  private var seed: UInt64
  private var left: Int
  private let end: ContinuousClock.Instant?

  /// The seeds from 1 to `count`, unless the environment asks for others.
  public init(_ count: Int, environment: [String: String] = ProcessInfo.processInfo.environment) {
    let first = environment["SHOWROOM_SOAK_SEED"].flatMap { UInt64($0) }
    let seconds = environment["SHOWROOM_SOAK_SECONDS"].flatMap { Double($0) }.map { Swift.min(Swift.max($0, 0), 1e6) }
    end = seconds.map { .now + .seconds($0) }
    seed = first ?? (seconds == nil ? 1 : UInt64.random(in: 0...UInt64.max >> 1))
    left = seconds != nil ? .max : first == nil ? count : 1
  }

  /// The next seed; nil when it is enough.
  public mutating func next() -> UInt64? {
    guard left > 0, end.map({ .now < $0 }) ?? true else { return nil }
    left -= 1
    defer { seed &+= 1 }
    return seed
  }
}

/// Chance that is the same whenever it begins with the same seed (SplitMix64).
public struct SeededChance: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// The chance of `seed`.
  public init(seed: UInt64) { state = seed }

  /// The next number.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
