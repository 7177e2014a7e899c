import Foundation
import ShowroomTestSupport
import Testing

@testable import ShowroomApp
@testable import ShowroomSettings

/// Returns the contents of a TOML document as a text to compare, or its error.
private func read(_ text: String) -> String {
  do throws(TOMLError) {
    return described(.table(try TOMLDocument.table(parsing: text)))
  } catch {
    return "\(error.line): \(error.reason)"
  }
}

private func described(_ value: TOMLTable.Value) -> String {
  switch value {
  case .text(let text): "\"\(text)\""
  case .integer(let number): "\(number)"
  case .flag(let flag): "\(flag)"
  case .other: "other"
  case .array(let values): "[" + values.map(described).joined(separator: " ") + "]"
  case .table(let table):
    "{" + table.names.map { name in name + "=" + (table[name].map(described) ?? "") }.joined(separator: " ") + "}"
  case .tables(let tables): "[[" + tables.map { described(.table($0)) }.joined(separator: " ") + "]]"
  }
}

struct TOMLTests {
  @Test(arguments: [
    ("", "{}"),
    ("\u{FEFF}# only a comment", "{}"),
    ("a = 1 # one\r\n\r\n\"b c\" = 'x'\n", "{a=1 b c=\"x\"}"),
    ("a = \"\\u00e9\\t\\\"\\U0001F697\"", "{a=\"é\t\"🚗\"}"),
    ("a = '''\nC:\\x\n''y'''", "{a=\"C:\\x\n''y\"}"),
    ("a = \"\"\"x \\\n   \n  y\"\"\"\"\"", "{a=\"x y\"\"\"}"),
    ("a = [1, [2], # two\n  \"3\",\n]", "{a=[1 [2] \"3\"]}"),
    ("a = { b = 1, c.d = true }\ne = {}", "{a={b=1 c={d=true}} e={}}"),
    ("a.b = 1\na.c = 2\n[d.e]\nf = 3\n[d]\ng = 4", "{a={b=1 c=2} d={e={f=3} g=4}}"),
    ("[[a]]\nb = 1\n[[a]]\n[a.c]\nd = 2", "{a=[[{b=1} {c={d=2}}]]}"),
    ("a = +1_000\nb = 0xFF\nc = -0\nd = 0b1_0", "{a=1000 b=255 c=0 d=2}"),
    (
      "a = 1.5e3\nb = inf\nc = 1979-05-27T07:32:00Z\nd = 1979-05-27 07:32:00\ne = 07:32:00.5",
      "{a=other b=other c=other d=other e=other}"
    ),
  ])
  func `valid documents are parsed as TOML 1.0 specifies`(_ text: String, _ expected: String) {
    #expect(read(text) == expected)
  }

  @Test(arguments: [
    ("a = 1\na = 2", 2), ("a = 1\n\na.b = 2", 3), ("[a]\n[a]", 2), ("a = {}\n[a.b]", 2), ("a = [1]\n[[a]]", 2),
    ("[a]\nb.c = 1\n[a.b]", 3), ("[a.b.c]\n[a]\nb.x = 1", 3), ("a = {b = 1}\na.c = 2", 2),
    ("= 1", 1), ("a", 1), ("a = ", 1), ("a = 1 b = 2", 1), ("a b = 1", 1), ("[", 1), ("[]", 1), ("[.]", 1), ("[[", 1),
    ("[[a]", 1), ("[a] b = 1", 1), ("a = [1 2]", 1), ("a = [\n\n", 3), ("a = {b = 1,}", 1), ("a = {b = 1\n}", 1),
    ("a = \"x", 1), ("a = \"x\ny\"", 1), ("a = \"\\x\"", 1), ("a = \"\\uD800\"", 1), ("a = 'x\u{1}'", 1),
    ("a = \"\"\"\nx", 1), ("# \u{0}", 1), ("a = 01", 1), ("a = 1__0", 1), ("a = 0xG", 1), ("a = yes", 1), ("a = 1.", 1),
    ("a = 99999999999999999999", 1), ("\"\"\"a\"\"\" = 1", 1), ("a.\u{301} = 1", 1),
  ])
  func `a syntax error is reported with its line`(_ text: String, _ line: Int) {
    #expect(read(text).hasPrefix("\(line): "), "\(read(text))")
  }

  @Test func `deeply nested values are rejected without a stack overflow`() {
    let deep = 60_000
    #expect(read("a = " + String(repeating: "[", count: deep)).hasPrefix("1: values nested more than 32 levels"))
    #expect(read("a = " + String(repeating: "{a=", count: deep)).hasPrefix("1: values nested more than 32 levels"))
    #expect(read(String(repeating: "a.", count: deep) + "a = 1").hasPrefix("1: more than 32 names"))
    #expect(read("[" + String(repeating: "a.", count: deep)).hasPrefix("1: more than 32 names"))
  }
}

/// Parses randomly damaged configuration files.
struct ConfigurationSoak {
  private static let pieces = [
    "[", "]", "[[", "]]", "{", "}", "=", ".", ",", "\"", "\"\"\"", "'", "'''", "\\", "\n", "\r\n", " ", "#", "keys",
    "theme",
    "\"dark\"", "app.quit", "1", "-", "_", "0x", "1979-05-27", "07:32:00", "true", "inf", "\u{0}", "\u{1}", "é",
    "\u{FEFF}",
  ]

  @Test func `a configuration file never crashes the program, no matter what it contains`() throws {
    let example = try String(
      contentsOf: Checkout.resources.appendingPathComponent("config.example.toml"), encoding: .utf8)
    for seed in SoakSeeds(2_000) {
      var chance = SeededChance(seed: seed)
      var text = seed % 2 == 0 ? "" : String(example.suffix(400).replacing("# ", with: ""))
      for _ in 0..<Int.random(in: 1...12, using: &chance) {
        let index = text.unicodeScalars.indices.randomElement(using: &chance) ?? text.startIndex
        text.unicodeScalars.insert(
          contentsOf: Self.pieces.randomElement(using: &chance)?.unicodeScalars ?? "".unicodeScalars, at: index)
      }
      do throws(SettingsError) {
        _ = try Configuration(
          parsing: text, url: URL(fileURLWithPath: "/c.toml"), UserDirectories(environment: ["HOME": "/h"]),
          commands: AppCommands.ids)
      } catch {
        // Counted by scalars: "\r\n" is one character.
        let lines = text.unicodeScalars.count { $0 == "\n" } + 2
        let names = (1...lines).contains { error.description.hasPrefix("/c.toml:\($0): ") }
        #expect(names, "seed \(seed): \(error.description)")
      }
    }
  }
}
