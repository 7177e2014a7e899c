import ReactorTerminal
import ReactorTesting
import Testing

@testable import ReactorTerminalCore

@Suite("The kitty keyboard protocol")
@MainActor
struct KittyKeyboardTests {
  private func keys(_ text: String) -> [Key] {
    var decoder = InputDecoder()
    return decoder.decode(text.utf8).compactMap { if case .key(let key) = $0 { key } else { nil } }
  }

  @Test(arguments: [
    // Unambiguous keys.
    ("\u{1B}[27u", Key.escape), ("\u{1B}[105;5u", .control("i")), ("\t", .tab), ("\u{1B}[109;5u", .control("m")),
    ("\r", .enter), ("\u{1B}[91;5u", .control("[")), ("\u{1B}[104;5u", .control("h")), ("\u{7F}", .backspace),
    // Modifiers, including those that do not matter: Caps Lock is 64, Num Lock 128.
    ("\u{1B}[99;133u", .control("c")), ("\u{1B}[99;6u", Key(.character("c"), [.control, .shift])),
    ("\u{1B}[32;5u", Key(.character(" "), .control)), ("\u{1B}[13;2u", Key(.enter, .shift)),
    ("\u{1B}[9;2u", .backTab), ("\u{1B}[27;3u", Key(.escape, .alt)), ("\u{1B}[1;129A", .up),
    ("\u{1B}[3;5~", Key(.delete, .control)),
    // The shifted character with Alt, as other terminals send it.
    ("\u{1B}[47:63;4u", .alt("?")), ("\u{1B}[97:65;4u", .alt("A")),
    // The Latin letter on the key with a Hangul or a Cyrillic layout, and the letter itself without modifiers.
    ("\u{1B}[12618::99;5u", .control("c")), ("\u{1B}[1089:1057:99;6u", Key(.character("c"), [.control, .shift])),
    ("\u{1B}[12618::99;3u", .alt("c")), ("\u{1B}[12618::99u", Key(.character("ㅊ"))),
    // The number pad and further function keys.
    ("\u{1B}[57400u", "1"), ("\u{1B}[57414u", .enter), ("\u{1B}[57413u", "+"), ("\u{1B}[57419u", .up),
    ("\u{1B}[57426u", .delete), ("\u{1B}[57376u", Key(.function(13))), ("\u{1B}[13~", .f3), ("\u{1B}[P", .f1),
  ])
  func `a sequence is a key`(text: String, key: Key) { #expect(keys(text) == [key]) }

  @Test(arguments: ["\u{1B}[97;1:3u", "\u{1B}[27;1:3u", "\u{1B}[57414;1:3u", "\u{1B}[1;1:3A", "\u{1B}[3;1:3~"])
  func `the release of a key is not a key`(text: String) { #expect(keys(text + "j") == ["j"]) }

  @Test(arguments: ["\u{1B}[99;9u", "\u{1B}[118;9u", "\u{1B}[97;17u", "\u{1B}[57441;2u", "\u{1B}[57427u", "\u{1B}[?5u"])
  func `keys with Super or Hyper, modifiers alone, and reports type nothing`(text: String) {
    #expect(keys(text + "j") == ["j"])
  }

  @Test func `text, including Hangul, arrives unchanged`() {
    #expect(keys("Kia 기아 é") == "Kia 기아 é".map { Key(.character($0)) })
  }

  @Test func `an interrupt precedes the keys that wait before it`() {
    var queue = EventQueue()
    queue.append((String(repeating: "kia electric\r", count: 100_000) + "\u{1B}[99;5uy").utf8)

    queue.skip(to: .control("c"))

    #expect(Array(queue.events) == [.key(.control("c")), .key("y")])
  }

  @Test func `an interrupt in a paste is text, and similar keys are not interrupts`() {
    var queue = EventQueue()
    queue.append("\(String(repeating: "x", count: 10_000))\u{1B}[99;1:3u\u{1B}[200~\u{1B}[99;5u\u{1B}[201~".utf8)

    queue.skip(to: .control("c"))

    var events: [Event] = []
    while !queue.events.isEmpty {
      events += queue.events
      queue.removeFirst(queue.events.count)
    }
    #expect(events.count == 10_001)
    #expect(events.last == .paste(Paste("\u{1B}[99;5u")))
  }

  @Test func `without a command, a key does what it does on other terminals`() {
    let stage = TestScreen(20, 1)
    let field = stage.show(TextField())
    stage.type("kia")

    stage.press(.control("h"), Key(.backspace, .shift))

    #expect(field.text == "k")
  }

  @Test func `Ctrl-J is Enter, because an Enter pressed before the start arrives as Ctrl-J`() {
    let stage = TestScreen(20, 3)
    let area = stage.show(TextArea("kia"))

    stage.press(.control("j"))
    #expect(area.text == "kia\n")

    var count = 0
    stage.window.root.keys(.control("j"), id: CommandID("test.join"), title: "Join").bind { count += 1 }
    stage.press(.control("j"))
    #expect(count == 1)
    #expect(area.text == "kia\n")
  }

  @Test func `a command can have a key that other terminals confuse`() {
    let stage = TestScreen(20, 3)
    let root = stage.show(View())
    let tiles = [Tile("a", focusable: true), Tile("b", focusable: true)]
    for tile in tiles { root.addSubview(tile) }
    tiles[0].focus()

    stage.press(.control("i"))
    #expect(tiles[1].isFocused)

    var count = 0
    root.keys(.control("i"), id: CommandID("test.insert"), title: "Insert").bind { count += 1 }
    stage.press(.control("i"), .tab)
    #expect(count == 1)
    #expect(tiles[0].isFocused)
  }
}
