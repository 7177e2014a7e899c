import Foundation
import SystemPackage
import Testing

@testable import ShowroomUploads

@Suite("StoredName")
struct StoredNameTests {
  @Test(arguments: [
    ("scan.pdf", "scan.pdf"), ("Größe März.pdf", "Größe März.pdf"), ("e\u{301}.pdf", "é.pdf"),
    ("two\nlines.pdf", "two%0Alines.pdf"), ("esc\u{1b}[31mred.pdf", "esc%1B[31mred.pdf"), ("..", "%2E%2E"),
    (".", "%2E"),
    (".bashrc", "%2Ebashrc"), ("a/../b", "a%2F..%2Fb"), ("..\\..\\x", "%2E.%5C..%5Cx"),
    ("right\u{202e}fdp.exe", "right%E2%80%AEfdp.exe"), ("tab\there", "tab%09here"), (" spaces ", "%20spaces%20"),
    ("dots...", "dots..%2E"), ("", "file"), ("a:b*c?\"<>|", "a%3Ab%2Ac%3F%22%3C%3E%7C"),
    ("zero\u{200b}width", "zero%E2%80%8Bwidth"), ("100%.pdf", "100%.pdf"), ("a%3Fb", "a%253Fb"), ("%2%3F", "%2%253F"),
  ])
  func `every local name becomes a safe name`(_ name: String, _ expected: String) {
    #expect(StoredName(name).text == expected)
    #expect(StoredName(received: expected).text == expected, "a safe name is not changed again")
  }

  @Test func `local names that differ have safe names that differ`() {
    let pieces = ["a", "?", "\"", "%", "3", "F", ".", " ", "\\", "\u{202e}"]
    var names: [String] = [""]
    for _ in 1...4 { names += names.flatMap { name in pieces.map { name + $0 } } }
    let local = Set(names.filter { !$0.isEmpty })
    #expect(Set(local.map { StoredName($0).text }).count == local.count)
  }

  @Test(arguments: [
    ("👩‍👧.jpg", "👩‍👧.jpg"), ("🚗 car 👨‍👩‍👧‍👦 family.png", "🚗 car 👨‍👩‍👧‍👦 family.png"), ("🏳️‍🌈 🧑🏽‍🔧.png", "🏳️‍🌈 🧑🏽‍🔧.png"),
    ("a\u{200d}b", "a%E2%80%8Db"), ("👩\u{200d}.jpg", "👩%E2%80%8D.jpg"), ("\u{200d}👩", "%E2%80%8D👩"),
    ("👩\u{200d}\u{200d}👧", "👩%E2%80%8D%E2%80%8D👧"), ("1\u{fe0f}\u{200d}2", "1\u{fe0f}%E2%80%8D2"),
  ])
  func `joiners stay inside an emoji and nowhere else`(_ name: String, _ expected: String) {
    #expect(Array(StoredName(name).text.unicodeScalars) == Array(expected.unicodeScalars))
  }

  @Test func `bytes that are not UTF-8 are escaped`() {
    func name(_ bytes: [UInt8]) -> String { StoredName(of: FilePath(bytes: Data("/tmp/".utf8) + bytes)).text }

    #expect(name(Array("ab".utf8) + [0xFF, 0xFE] + Array("c.pdf".utf8)) == "ab%FF%FEc.pdf")
    #expect(name([0xFF]) == "%FF" && name(Array("%FF".utf8)) == "%25FF")
    #expect(name([0x2E, 0xC3, 0x20]) == "%2E%C3%20" && name([0xC3, 0x2E]) == "%C3%2E")
    #expect(name([0xE2, 0x82, 0x20, 0xC3, 0xA9]) == "%E2%82 é")
    #expect(StoredName(of: "/").text == "file")
  }

  @Test func `a name is shortened to 255 bytes, keeping whole characters and the extension`() {
    let long = StoredName(String(repeating: "ö", count: 200) + ".pdf").text
    #expect(long == String(repeating: "ö", count: 125) + ".pdf" && long.utf8.count == 254)
    #expect(StoredName(String(repeating: "a", count: 255)).text.utf8.count == 255)
    let archive = StoredName(String(repeating: "a", count: 300) + ".tar.gz").text
    #expect(archive.hasSuffix("a.tar.gz") && archive.utf8.count == 255)
    let noExtension = StoredName("a." + String(repeating: "b", count: 300)).text
    #expect(noExtension.utf8.count == 255)
  }

  @Test func `a number precedes the extension, within the maximum length`() {
    #expect(StoredName("scan.pdf").numbered(2).text == "scan (2).pdf")
    #expect(StoredName("scan").numbered(3).text == "scan (3)")
    #expect(StoredName("backup.tar.gz").numbered(2).text == "backup (2).tar.gz")
    let long = StoredName(String(repeating: "ö", count: 200) + ".pdf").numbered(12).text
    #expect(long.hasSuffix("ö (12).pdf") && long.utf8.count <= 255)
  }
}
