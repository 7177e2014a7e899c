import Foundation
import ShowroomTestSupport
import Testing

@testable import ShowroomCatalog

@Suite(.timeLimit(.minutes(120)))
struct DamagedSourceSoak {
  @Test func `a damaged source ends in an error or a whole catalog, within the budget`() async throws {
    let sources = try Self.sources()
    for seed in SoakSeeds(150) {
      var chance = SeededChance(seed: seed)
      let folder = try TemporaryFolder()
      let store = try folder.store()
      _ = try await store.refresh(from: folder.write(EPATable(["id": "77"]).text, as: "good.csv"))
      let original = sources[Int.random(in: 0..<sources.count, using: &chance)]
      let damaged = try folder.write(Self.damaged(original, &chance), as: "damaged")
      let before = Self.residentBytes

      do {
        _ = try await store.refresh(from: damaged)
      } catch {
        let message = "\(error)"
        #expect(message.hasSuffix(".") && message.count < 1000, "seed \(seed): \(message)")
        #expect(try store.count() == 1 && store.car(id: 77) != nil, "seed \(seed)")
      }

      #expect(Self.residentBytes - before < 150 << 20, "seed \(seed)")
      #expect(try store.integrityCheck().problems == [], "seed \(seed)")
      let index = try store.loadIndex()
      #expect(try index.count == store.count(), "seed \(seed)")
    }
  }

  private static func sources() throws -> [Data] {
    var table = EPATable()
    table.rows = (1...60).map {
      ["id": "\($0)", "make": $0 % 3 == 0 ? "Citro\u{EB}n" : "Kia, \"Inc\"", "model": "M\($0)"]
    }
    let csv = Data(table.text.utf8)
    let json = Data(jsonCatalog(bmw520d, kiaEV6, citroen).utf8)
    return [
      csv, json, try Archive.gzip(csv), try Archive.gzip(json),
      try Archive.zip([("read.me", Data("x".utf8)), ("v.csv", csv)]),
      try Archive.zip([("c.json", json)]),
    ]
  }

  /// The bytes with one to eight mutations.
  private static func damaged(_ data: Data, _ chance: inout SeededChance) -> Data {
    var bytes = Array(data)
    let texts =
      [
        "1e19", "-1", "99999999999999999999", "\"", "\"\"", ",", "\r\n", "{", "[", "]", "}", "\u{0}", "\u{17B4}",
        "\u{202E}", "1e-300", "null",
        String(repeating: "[", count: 300), String(repeating: ",", count: 2000), String(repeating: "x", count: 70_000),
      ].map { Array($0.utf8) } + [[0xff, 0xfe], [0xc3], [0x50, 0x4b, 5, 6], [0x1f, 0x8b]]
    for _ in 0..<Int.random(in: 1...8, using: &chance) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &chance)
      let length = Int.random(in: 1...min(64, bytes.count - place), using: &chance)
      switch Int.random(in: 0..<7, using: &chance) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &chance)
      case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &chance)
      case 2: bytes.removeSubrange(place..<place + length)
      case 3: bytes.insert(contentsOf: bytes[place..<place + length], at: place)
      case 4: bytes.removeSubrange(place...)
      case 5: bytes.insert(contentsOf: texts[Int.random(in: 0..<texts.count, using: &chance)], at: place)
      default:
        let text = texts[Int.random(in: 0..<texts.count, using: &chance)]
        bytes.replaceSubrange(place..<place + length, with: text)
      }
    }
    return Data(bytes)
  }

  /// The memory of this process that is in use.
  private static var residentBytes: Int {
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    return text.split(separator: " ").dropFirst().first.flatMap { Int($0) }.map { $0 * 4096 } ?? 0
  }
}
