import SystemPackage
import Testing

@testable import ShowroomFilePicker

/// The parsing of typed and pasted text into paths.
@Suite("TypedPath")
struct PathWordsTests {
  private let here = TypedPath(folder: "/home/ann/Pictures", home: "/home/ann")

  private func words(_ text: String) -> [[UInt8]] { here.words(text).map(\.bytes) }
  private func expect(_ text: String, _ paths: String..., sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(words(text).map { readable($0) } == paths, sourceLocation: sourceLocation)
  }

  @Test func `a relative path starts in the shown folder, ~ and $HOME in the home folder`() {
    expect("a.jpg", "/home/ann/Pictures/a.jpg")
    expect("../b", "/home/ann/Pictures/../b")
    expect("/etc/hosts", "/etc/hosts")
    expect("~", "/home/ann")
    expect("~/x $HOME/y ${HOME}/z \"$HOME/u v\"", "/home/ann/x", "/home/ann/y", "/home/ann/z", "/home/ann/u v")
    expect(
      "~bob/x a~ $HOMEWORK '~'", "/home/ann/Pictures/~bob/x", "/home/ann/Pictures/a~",
      "/home/ann/Pictures/$HOMEWORK", "/home/ann/Pictures/~")
  }

  @Test func `without a home folder ~ is an ordinary name`() {
    #expect(TypedPath(folder: "/srv", home: nil).words("~/x") == ["/srv/~/x"])
    #expect(TypedPath(folder: "/srv", home: nil).whole("~/x") == "/srv/~/x")
  }

  @Test(arguments: [
    // GNOME and Konsole quote, iTerm and Terminal.app use backslashes, Windows Terminal double quotes.
    ("'/tmp/a b.jpg' '/tmp/c'", ["/tmp/a b.jpg", "/tmp/c"]),
    (#"/tmp/a\ b.jpg /tmp/it\'s"#, ["/tmp/a b.jpg", "/tmp/it's"]),
    (#"'/tmp/it'\''s'"#, ["/tmp/it's"]),
    (#""/tmp/a b" "/tmp/say \"hi\"""#, ["/tmp/a b", #"/tmp/say "hi""#]),
    ("/tmp/a\n/tmp/b\r\n/tmp/c\n", ["/tmp/a", "/tmp/b", "/tmp/c"]),
    ("'/tmp/two\nlines'", ["/tmp/two\nlines"]),
    (#"'/tmp/two'$'\n''lines'"#, ["/tmp/two\nlines"]),
    (#"$'/tmp/\t\101\x42\'c'"#, ["/tmp/\tAB'c"]),
    ("file:///tmp/a%20b.jpg file://host/tmp/c%zz", ["/tmp/a b.jpg", "/tmp/c%zz"]),
    ("'/tmp/open", ["/tmp/open"]), ("/tmp/end\\", ["/tmp/end\\"]), ("  \n ", []), ("", []),
  ])
  func `several pasted paths are separated in every form that terminals write`(text: String, paths: [String]) {
    #expect(words(text).map { String(decoding: $0, as: UTF8.self) } == paths)
  }

  @Test func `a name that is not valid UTF-8 can be typed byte by byte`() {
    #expect(words(#"/tmp/caf\xE9"#) == [Array("/tmp/caf".utf8) + [0xE9]])
    #expect(words(#"/tmp/\x4"#) == [Array("/tmp/x4".utf8)])
  }

  @Test func `a path cannot contain a zero byte`() {
    #expect(words(#"/tmp/a\x00b /tmp/c"#) == [Array("/tmp/c".utf8)])
    #expect(here.whole("/tmp/a\0b") == nil)
  }

  @Test func `the whole text is one path, including its spaces and quotes`() {
    #expect(here.whole(" ~/My Photos/it's.jpg \n") == "/home/ann/My Photos/it's.jpg")
    #expect(here.whole("a b") == "/home/ann/Pictures/a b")
    #expect(here.whole("  ") == nil)
  }
}

/// Names and paths as bytes, and their display.
@Suite("FileName")
struct FileNameTests {
  @Test func `invalid UTF-8 is shown as escaped bytes`() {
    #expect("\(FileName(bytes: [0x61, 0xE9, 0x62]))" == "a\\xE9b")
    #expect("\(FileName(bytes: [0xEA, 0xB7, 0x41]))" == "\\xEA\\xB7A")
    #expect("\(FileName(bytes: [0xED, 0xA0, 0x80]))" == "\\xED\\xA0\\x80")
    #expect("\(FileName("그랜저"))" == "그랜저")
  }

  @Test func `control characters are shown in the escaped form in which they are typed`() {
    #expect("\(FileName("two\nlines\u{1B}[1m\u{85}"))" == "two\\x0Alines\\x1B[1m\\xC2\\x85")
  }

  @Test func `a path keeps bytes that are not valid UTF-8`() throws {
    let name = FileName(bytes: [0x61, 0xE9, 0x0A])
    let path = FilePath("/srv").appending(name)
    #expect(path.bytes == Array("/srv/a".utf8) + [0xE9, 0x0A])
    #expect(path.fileName == name)
    #expect(path.parent == "/srv")
    #expect(FilePath("/").appending(FileName("x")) == "/x")
    #expect(FilePath("/").fileName == nil)
    #expect(FilePath("/").parent == nil)
    #expect(try #require(FilePath("/x").parent) == "/")
    #expect(FilePath(bytes: [0x61, 0, 0x62]) == nil)
  }

  @Test func `only the home folder is abbreviated`() {
    #expect(FilePath("/home/ann/a").text(home: "/home/ann") == "~/a")
    #expect(FilePath("/home/ann").text(home: "/home/ann") == "~")
    #expect(FilePath("/home/anna").text(home: "/home/ann") == "/home/anna")
    #expect(FilePath("/etc").text(home: "/") == "/etc")
    #expect(FilePath("/etc").text(home: nil) == "/etc")
  }

  @Test(arguments: [
    ("a", "b", -1), ("img2", "img10", -1), ("img010", "img10", 0), ("a", "a1", -1), ("1a", "1b", -1),
    ("10", "9", 1), ("99999999999999999999999", "100000000000000000000000", -1), ("", "a", -1), ("x", "x", 0),
  ])
  func `numbers in names are compared by value`(left: String, right: String, order: Int) {
    #expect(naturalOrder(Array(left.utf8), Array(right.utf8)).signum() == order)
    #expect(naturalOrder(Array(right.utf8), Array(left.utf8)).signum() == -order)
  }

  @Test func `matches are highlighted in composed and decomposed names`() {
    #expect(FileFilter("resume 20").highlights(in: "Résumé 2020") == [0..<8, 9..<11, 11..<13])
    #expect(FileFilter("").highlights(in: "abc") == [])
    let decomposed = "\u{1100}\u{1173}x"
    #expect(FileFilter("그").highlights(in: decomposed) == [0..<6])
  }
}
