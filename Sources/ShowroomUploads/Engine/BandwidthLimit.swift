import Synchronization

/// A limit on the number of bytes that all uploads together send per second. It can change while they are running. Safe
/// to use from any thread.
///
/// Each piece is delayed until the previous one has taken as long as the limit requires. Pieces are small, so a slow
/// upload still progresses several times a second.
package final class BandwidthLimit: Sendable {
  /// The minimum limit in bytes per second. With a lower one, servers would give up waiting for data.
  static let smallest: Int64 = 1000
  /// The duration of a piece in seconds. A change of the limit takes effect after at most this time.
  private static let step = 0.25

  private struct State {
    var bytesPerSecond: Int64?
    /// The number of bytes already sent at `moment` that exceed the limit.
    var debt = 0.0
    var moment: Double
  }

  private let state: Mutex<State>
  private let now: @Sendable () -> Double
  private let sleep: @Sendable (Double) async throws -> Void

  /// Creates a limit.
  /// - Parameters:
  ///   - bytesPerSecond: The limit, or `nil` for none.
  ///   - clock: The clock that measures the rate.
  package init(_ bytesPerSecond: Int64? = nil, clock: any Clock<Duration> = ContinuousClock()) {
    now = clock.stopwatch()
    sleep = { try await clock.sleep(for: .seconds($0)) }
    state = Mutex(State(bytesPerSecond: bytesPerSecond, moment: now()))
  }

  /// The number of bytes per second, or `nil` for no limit.
  package var bytesPerSecond: Int64? {
    get { state.withLock(\.bytesPerSecond) }
    set { state.withLock { $0.bytesPerSecond = newValue } }
  }

  /// Returns the size of the next piece.
  /// - Parameter usual: The size without a limit.
  package func piece(_ usual: Int) -> Int {
    bytesPerSecond.map { max(1, min(usual, Int(Double($0) * Self.step))) } ?? usual
  }

  /// Waits until a piece may be sent.
  /// - Throws: ``UploadFailure/Cause/canceled`` if the task was canceled.
  package func wait(for bytes: Int) async throws(UploadFailure) {
    while true {
      let pause: Double? = state.withLock { state in
        let now = now()
        defer { state.moment = now }
        guard let limit = state.bytesPerSecond else {
          state.debt = 0
          return nil
        }
        // A piece that was sent with a higher limit must not delay the next one by minutes.
        let debt = min(state.debt, Double(limit) * Self.step)
        state.debt = max(0, debt - Double(limit) * max(0, now - state.moment))
        // Less than a byte is a rounding error.
        guard state.debt >= 1 else {
          state.debt = Double(bytes)
          return nil
        }
        return state.debt / Double(limit)
      }
      guard let pause else { return }
      do { try await sleep(pause) } catch { throw .canceled }
    }
  }
}

extension Clock<Duration> {
  /// Returns a function that measures the seconds since this call.
  func stopwatch() -> @Sendable () -> Double {
    let start = now
    return { start.duration(to: now) / .seconds(1) }
  }
}

extension BandwidthLimit {
  /// Returns the number of bytes per second for text such as `500k`, `1.5M` or `2 MB/s`, or `nil` for `none`.
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

  /// Returns a message if the text is not a rate.
  package static func problem(of text: String) -> String? {
    do throws(RateError) {
      _ = try parse(text)
      return nil
    } catch {
      return error.description
    }
  }
}

/// The error for text that is not a rate.
package struct RateError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A message that lists valid rates.
  package var description: String { "Use a rate of at least 1 kB per second, such as 500k or 2M, or none." }
}
