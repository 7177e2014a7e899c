import Synchronization

/// A limit of the bytes that all uploads together send in a second. It can change while they run. Safe to use from any
/// thread.
///
/// A piece is sent when the time that the previous piece takes at the limit has passed. Pieces are small, so a slow upload
/// still moves several times a second.
package final class BandwidthLimit: Sendable {
  /// The smallest limit. With a lower one, servers would give up waiting for data.
  static let smallest: Int64 = 1000
  /// The seconds that a piece takes, and after which a change of the limit takes effect.
  private static let step = 0.25

  private struct State {
    var bytesPerSecond: Int64?
    /// The bytes sent for which the time at the limit has not passed at `moment`.
    var debt = 0.0
    var moment: Double
  }

  private let state: Mutex<State>
  private let now: @Sendable () -> Double
  private let sleep: @Sendable (Double) async throws -> Void

  /// Creates a limit.
  /// - Parameters:
  ///   - bytesPerSecond: the limit, or `nil` for none.
  ///   - clock: the clock that measures the rate.
  package init(_ bytesPerSecond: Int64? = nil, clock: any Clock<Duration> = ContinuousClock()) {
    now = clock.stopwatch()
    sleep = { try await clock.sleep(for: .seconds($0)) }
    state = Mutex(State(bytesPerSecond: bytesPerSecond, moment: now()))
  }

  /// The bytes in a second; `nil` for no limit.
  package var bytesPerSecond: Int64? {
    get { state.withLock(\.bytesPerSecond) }
    set { state.withLock { $0.bytesPerSecond = newValue } }
  }

  /// Returns the size of the next piece.
  /// - Parameter usual: its size without a limit.
  func piece(_ usual: Int) -> Int {
    bytesPerSecond.map { max(1, min(usual, Int(Double($0) * Self.step))) } ?? usual
  }

  /// Waits until a piece may be sent.
  /// - Throws: ``UploadFailure/Cause/canceled`` if the task was canceled.
  func wait(for bytes: Int) async throws(UploadFailure) {
    while true {
      let pause: Double? = state.withLock { state in
        let now = now()
        defer { state.moment = now }
        guard let limit = state.bytesPerSecond else {
          state.debt = 0
          return nil
        }
        state.debt = max(0, state.debt - Double(limit) * max(0, now - state.moment))
        // Less than a byte is the rounding of times.
        guard state.debt >= 1 else {
          state.debt = Double(bytes)
          return nil
        }
        return min(Self.step, state.debt / Double(limit))
      }
      guard let pause else { return }
      do { try await sleep(pause) } catch { throw .canceled }
    }
  }
}

extension Clock<Duration> {
  /// Returns a function that returns the seconds since now.
  func stopwatch() -> @Sendable () -> Double {
    let start = now
    return { start.duration(to: now) / .seconds(1) }
  }
}

extension BandwidthLimit {
  /// Returns the bytes in a second that a text such as `500k`, `1.5M` or `2 MB/s` means, or `nil` for `none`.
  package static func parse(_ text: String) throws(RateError) -> Int64? {
    let compact = text.lowercased().filter { !$0.isWhitespace }
    if compact == "none" { return nil }
    guard let match = compact.wholeMatch(of: /(\d{1,12}(?:\.\d{1,6})?)(k|m|g)?b?(?:\/s)?/)?.output,
      let number = Double(match.1)
    else { throw RateError() }
    let bytes = number * (match.2 == "k" ? 1e3 : match.2 == "m" ? 1e6 : match.2 == "g" ? 1e9 : 1)
    guard bytes >= Double(smallest), bytes <= 1e15 else { throw RateError() }
    return Int64(bytes)
  }
}

/// The text does not mean a rate.
package struct RateError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A message that says what does.
  package var description: String { "Use none, or a rate of at least 1k bytes per second, such as 500k or 2M." }
}
