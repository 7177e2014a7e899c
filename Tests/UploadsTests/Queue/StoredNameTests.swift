import Foundation
import SystemPackage
import Testing

@testable import Uploads

@Suite("StoredName")
struct StoredNameTests {
  @Test(arguments: [
    ("scan.pdf", "scan.pdf"), ("Größe März.pdf", "Größe März.pdf"), ("e\u{301}.pdf", "é.pdf"),
    ("two\nlines.pdf", "two_lines.pdf"), ("esc\u{1b}[31mred.pdf", "esc_[31mred.pdf"), ("..", "__"), (".", "_"),
    (".bashrc", "_bashrc"), ("a/../b", "a_.._b"), ("..\\..\\x", "___.._x"), ("right\u{202e}fdp.exe", "right_fdp.exe"),
    ("tab\there", "tab_here"), ("  spaces  ", "spaces"), ("dots...", "dots"), ("", "file"), ("...", "___"),
    ("a:b*c?\"<>|", "a_b_c_____"), ("zero\u{200b}width", "zero_width"),
  ])
  func `every local name becomes a safe name`(_ name: String, _ expected: String) {
    #expect(StoredName(name).text == expected)
  }

  @Test(arguments: [
    ("👩‍👧.jpg", "👩‍👧.jpg"), ("🚗 car 👨‍👩‍👧‍👦 family.png", "🚗 car 👨‍👩‍👧‍👦 family.png"), ("🏳️‍🌈 🧑🏽‍🔧.png", "🏳️‍🌈 🧑🏽‍🔧.png"),
    ("a\u{200d}b", "a_b"), ("👩\u{200d}.jpg", "👩_.jpg"), ("\u{200d}👩", "_👩"), ("👩\u{200d}\u{200d}👧", "👩__👧"),
    ("1\u{fe0f}\u{200d}2", "1\u{fe0f}_2"),
  ])
  func `joiners stay inside an emoji and nowhere else`(_ name: String, _ expected: String) {
    #expect(Array(StoredName(name).text.unicodeScalars) == Array(expected.unicodeScalars))
  }

  @Test func `bytes that are not UTF-8 are replaced`() {
    let path = FilePath(bytes: Data("/tmp/ab".utf8) + [0xff, 0xfe] + Data("c.pdf".utf8))
    #expect(StoredName(of: path).text == "ab\u{fffd}\u{fffd}c.pdf")
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
