import ShowroomTestSupport
import Testing

@testable import ReactorTerminal

@Suite struct EditBufferTests {
  @Test func `an inserted text joins the characters on both sides`() {
    var buffer = EditBuffer("\u{1F1F0}\u{1F1F7}\u{1F1E9}\u{1F1EA}")
    buffer.move(to: 1)

    buffer.insert("\u{1F1EB}", limit: 100)

    #expect(buffer.text == "\u{1F1F0}\u{1F1F7}\u{1F1EB}\u{1F1E9}\u{1F1EA}")
    #expect(buffer.cells.map(\.character) == Array(buffer.text))
    #expect(buffer.caret == 2)
  }

  @Test func `deleting a character joins its neighbors`() {
    var buffer = EditBuffer("e\n\u{301}x")
    buffer.move(to: 2)

    buffer.deleteBackward()

    #expect(buffer.cells.map(\.character) == ["e\u{301}", "x"])
    #expect(buffer.caret == 1)
  }

  @Test func `a run of combining marks is cut at thirty-two scalars`() {
    var buffer = EditBuffer()

    buffer.insert("e" + String(repeating: "\u{301}", count: 1_000), limit: 10)
    buffer.insert(String(repeating: "\u{302}", count: 1_000), limit: 10)

    #expect(buffer.cells.count == 1)
    #expect(buffer.text.unicodeScalars.count == 32)
  }

  @Test func `an insertion returns whether all of it fit`() {
    var buffer = EditBuffer("abc")

    let results = ["de", "\u{301}", "f", "\u{302}f"].map { buffer.insert($0, limit: 5) }

    #expect(results == [true, true, false, false])
    #expect(buffer.text == "abcde\u{301}\u{302}")
  }
}

@Suite struct EditBufferSoak {
  private static let pieces = [
    "a", "bc ", " ", "\n", "한글", "e\u{301}", "\u{301}", "\u{200D}", "\u{1F468}", "\u{1F1F0}", "\u{1F1F7}\u{1F1F0}",
    "\u{1F3FD}", "\u{FE0F}", "\u{0915}\u{094D}", "\u{0915}", "\u{1100}", "\u{1161}",
  ]
  private static let keys: [Key] = [
    .left, .right, .home, .end, .backspace, .delete, .control("w"), .control("u"), .control("k"), .alt("b"), .alt("f"),
    .alt("d"),
  ]

  @Test func `random edits produce the same text as edits of a string`() {
    for seed in SoakSeeds(300) {
      var chance = SeededChance(seed: seed)
      var buffer = EditBuffer()
      let limit = Int.random(in: 3..<40, using: &chance)
      for _ in 0..<60 {
        let (text, caret) = (buffer.text, buffer.caret)
        if Bool.random(using: &chance) {
          let piece = Self.pieces.randomElement(using: &chance) ?? ""
          let head = String(Array(text)[..<caret])
          let isWhole = buffer.insert(piece, limit: limit)
          if isWhole {
            #expect(buffer.text.unicodeScalars.elementsEqual((head + piece + text.dropFirst(caret)).unicodeScalars))
          }
        } else if let key = Self.keys.randomElement(using: &chance) {
          let isHandled = buffer.handle(key)
          #expect(isHandled)
        }
        #expect(buffer.cells.map(\.character) == Array(buffer.text), "seed \(seed): \(buffer.text.debugDescription)")
        #expect(buffer.cells.allSatisfy { $0.columns == displayWidth(of: $0.character) })
        #expect((0...buffer.cells.count).contains(buffer.caret) && buffer.cells.count <= limit, "seed \(seed)")
      }
    }
  }
}
