import Synchronization
import TestServers

@testable import Uploads

/// What a hostile server does to one upload, all of it following from a seed.
final class Mischief: Sendable {
  /// What happens to one request.
  enum Deed {
    /// What is asked for.
    case right
    /// It is done, and the connection ends without an answer.
    case losesAnswer
    /// This, and nothing is done.
    case replies(FaultyPeer.Reply)
    /// The same, before the whole body has come.
    case repliesEarly(FaultyPeer.Reply)
  }

  private let chance: Mutex<SeededChance>
  /// How many of a thousand requests go wrong.
  private let badness: Int

  init(seed: UInt64) {
    var chance = SeededChance(seed: seed)
    badness = [0, 50, 150, 300, 600, 1000].randomElement(using: &chance) ?? 0
    self.chance = Mutex(chance)
  }

  /// What happens to the next request.
  func next() -> Deed {
    chance.withLock { chance in
      guard Int.random(in: 0..<1000, using: &chance) < badness else { return .right }
      switch Int.random(in: 0..<8, using: &chance) {
      case 0: return .losesAnswer
      case 1: return .repliesEarly(Self.reply(&chance))
      default: return .replies(Self.reply(&chance))
      }
    }
  }

  /// A number below so many.
  func pick(_ count: Int) -> Int { chance.withLock { Int.random(in: 0..<count, using: &$0) } }

  private static let statuses = [
    200, 200, 201, 202, 204, 206, 300, 301, 302, 304, 307, 400, 401, 403, 404, 404, 405, 409, 410, 412, 413, 416, 423,
    429, 460, 500, 501, 502, 503, 507, 599,
  ]

  private static func reply(_ chance: inout SeededChance) -> FaultyPeer.Reply {
    switch Int.random(in: 0..<16, using: &chance) {
    case 0: return .stall
    case 1: return .reset
    case 2: return .halfClose
    case 3: return .bytesAndClose("")
    case 4: return .bytesAndClose("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nx")
    case 5: return .bytesAndClose("\u{1}\u{2} nothing\r\n\r\n")
    case 6: return .bytes("HTTP/1.1 100 Continue\r\n\r\n")
    default:
      let status = statuses.randomElement(using: &chance) ?? 500
      var headers = ["Connection": "close", "Retry-After": "0"]
      // Lies; none of them is the whole size by accident, which is a number that no seed gives.
      let number = Int.random(in: -3...400_000, using: &chance) * 2
      if Bool.random(using: &chance) { headers["Upload-Offset"] = "\(number)" }
      if Bool.random(using: &chance) {
        headers["Location"] = ["/elsewhere/", "http://127.0.0.1:1/x", "::"].randomElement(using: &chance)
      }
      return .answer(
        status, headers, ["", "no", "<html><title>Welcome</title></html>"].randomElement(using: &chance) ?? "")
    }
  }
}
