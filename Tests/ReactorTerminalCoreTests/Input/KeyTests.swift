import Testing

@testable import ReactorTerminalCore

@Suite struct KeyTests {
  @Test(arguments: [
    ("r", Key(.character("r"))), ("R", Key(.character("R"))), ("?", Key(.character("?"))), ("+", Key(.character("+"))),
    ("ctrl+u", .control("u")), ("Ctrl+U", .control("u")), ("control++", .control("+")), ("f5", .f5),
    ("F12", Key(.function(12))),
    ("shift+tab", .backTab), ("page-up", .pageUp), ("PgDn", .pageDown), ("space", .space),
    ("alt+enter", Key(.enter, .alt)),
    ("ctrl+shift+left", Key(.left, [.control, .shift])), ("shift+a", Key(.character("A"))), ("한", Key(.character("한"))),
    ("esc", .escape), (":", Key(.character(":"))), ("ctrl+space", Key(.character(" "), .control)),
  ])
  func `a name represents a key`(name: String, key: Key) throws {
    #expect(try Key(parsing: name) == key)
    #expect(try Key(parsing: key.configurationName) == key)
  }

  @Test(arguments: ["", "f0", "f99", "hyper+x", "ctrl+", "pagesideways", "\u{1B}", "ctrl+ab"])
  func `an invalid name is an error with a description`(name: String) {
    let error = #expect(throws: KeyNameError.self) { try Key(parsing: name) }
    #expect(error?.description.hasPrefix("\"\(name)\" is not a valid key. Use") == true)
  }

  @Test func `an invalid literal is its first character`() {
    let wrong: Key = "nonsense"
    #expect(wrong == Key(.character("n")))
    let nothing: Key = ""
    #expect(nothing == .space)
  }

  @Test(arguments: [
    (Key.control("u"), "^U", "^U"), (.f5, "F5", "F5"), (.backTab, "⇧Tab", "S-Tab"), (.space, "Space", "Space"),
    (.escape, "Esc", "Esc"), (.up, "↑", "Up"), (.alt("x"), "⌥x", "M-x"), ("R", "R", "R"), (.pageDown, "PgDn", "PgDn"),
  ])
  func `a key has a short label`(key: Key, label: String, ascii: String) {
    #expect(key.description == label)
    #expect(key.label(ascii: true) == ascii)
  }

  @Test func `combinations that terminals cannot distinguish are equal`() {
    #expect(Key(.character("U"), [.control]) == .control("u"))
    #expect(Key(.character("a"), .shift) == Key(.character("A")))
    #expect(Key(.character("?"), .shift) == Key(.character("?")))
    #expect(Key(.character("A")).typedCharacter == "A")
    #expect(Key.control("a").typedCharacter == nil)
    #expect(Key.enter.typedCharacter == nil)
  }

  @Test(arguments: [
    (Key.control("i"), Key.tab), (.control("m"), .enter), (.control("j"), .enter), (.control("["), .escape),
    (.control("h"), .backspace), (Key(.enter, .shift), .enter),
  ])
  func `a key to which nothing is assigned stands for another one`(key: Key, sent: Key) {
    #expect(key.ambiguousForm == sent)
    #expect(sent.ambiguousForm == nil)
  }
}

@Suite struct KeymapTests {
  private let refresh = KeyBinding(id: CommandID("list.refresh"), keys: ["r", "R", .f5], title: "Refresh")
  private let search = KeyBinding(id: CommandID("list.search"), keys: ["/"], title: "Search")

  @Test func `a configuration replaces the keys of a command`() throws {
    let keymap = try Keymap(parsing: ["list.refresh": ["ctrl+r"], "list.search": []])
    #expect(keymap.applied(to: refresh).keys == [.control("r")])
    #expect(keymap.applied(to: search).keys == [])
  }

  @Test func `an invalid key name is an error`() {
    #expect(throws: KeyNameError(name: "hyper+r")) { try Keymap(parsing: ["list.refresh": ["hyper+r"]]) }
  }

  @Test func `conflicts name the key and the commands`() {
    let clash = KeyBinding(id: CommandID("list.reset"), keys: ["R"], title: "Reset")
    #expect(Keymap.conflicts(in: [refresh, search, clash]) == [.init(key: "R", ids: [refresh.id, clash.id])])
    #expect(
      Keymap.conflicts(in: [refresh, clash]).first?.description
        == "The key R is bound to list.refresh and list.reset. Assign a different key to one of them.")
  }
}
