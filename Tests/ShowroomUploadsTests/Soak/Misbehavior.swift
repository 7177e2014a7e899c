import ShowroomTestSupport
import Synchronization

@testable import ShowroomUploads

/// The behavior of a hostile server for one upload, determined by a seed.
final class Misbehavior: Sendable {
  /// The reaction to a request.
  enum Reaction {
    /// The correct response.
    case right
    /// The request is processed, and the connection is reset.
    case losesAnswer
    /// A reply without processing the request.
    case replies(FaultyPeer.Reply)
    /// A reply before the end of the body, without processing the request.
    case repliesEarly(FaultyPeer.Reply)
  }

  private let chance: Mutex<SeededChance>
  /// The number of requests in a thousand that get a wrong reaction.
  private let faultRate: Int

  init(seed: UInt64) {
    var chance = SeededChance(seed: seed)
    faultRate = [0, 50, 150, 300, 600, 1000].randomElement(using: &chance) ?? 0
    self.chance = Mutex(chance)
  }

  /// Returns the reaction to the next request.
  func next() -> Reaction {
    chance.withLock { chance in
      guard Int.random(in: 0..<1000, using: &chance) < faultRate else { return .right }
      switch Int.random(in: 0..<8, using: &chance) {
      case 0: return .losesAnswer
      case 1: return .repliesEarly(Self.reply(&chance))
      default: return .replies(Self.reply(&chance))
      }
    }
  }

  /// Returns a random number below a limit.
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
      // Wrong numbers, none of which is the file's size.
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
