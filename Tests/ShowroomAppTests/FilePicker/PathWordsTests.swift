import SystemPackage
import Testing

@testable import ShowroomApp

/// What typed and pasted text means as paths.
@Suite("FilePicker: typed paths")
struct PathWordsTests {
  private let here = TypedPath(folder: "/home/ann/Pictures", home: "/home/ann")

  private func words(_ text: String) -> [[UInt8]] { here.words(text).map(\.bytes) }
  private func expect(_ text: String, _ paths: String..., sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(words(text).map { readable($0) } == paths, sourceLocation: sourceLocation)
  }

  @Test func `a relative path begins in the folder that is shown, ~ and $HOME at home`() {
    expect("a.jpg", "/home/ann/Pictures/a.jpg")
    expect("../b", "/home/ann/Pictures/../b")
    expect("/etc/hosts", "/etc/hosts")
    expect("~", "/home/ann")
    expect("~/x $HOME/y ${HOME}/z \"$HOME/u v\"", "/home/ann/x", "/home/ann/y", "/home/ann/z", "/home/ann/u v")
    expect(
      "~bob/x a~ $HOMEWORK '~'", "/home/ann/Pictures/~bob/x", "/home/ann/Pictures/a~",
      "/home/ann/Pictures/$HOMEWORK", "/home/ann/Pictures/~")
  }

  @Test func `without a home folder ~ stands for itself`() {
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
  func `several pasted paths are taken apart as terminals write them`(text: String, paths: [String]) {
    #expect(words(text).map { String(decoding: $0, as: UTF8.self) } == paths)
  }

  @Test func `a name that is no text can be typed byte by byte`() {
    #expect(words(#"/tmp/caf\xE9"#) == [Array("/tmp/caf".utf8) + [0xE9]])
    #expect(words(#"/tmp/\x4"#) == [Array("/tmp/x4".utf8)])
  }

  @Test func `a zero among the bytes is no path`() {
    #expect(words(#"/tmp/a\x00b /tmp/c"#) == [Array("/tmp/c".utf8)])
    #expect(here.whole("/tmp/a\0b") == nil)
  }

  @Test func `the whole text is one path, with its blanks and quotes`() {
    #expect(here.whole(" ~/My Photos/it's.jpg \n") == "/home/ann/My Photos/it's.jpg")
    #expect(here.whole("a b") == "/home/ann/Pictures/a b")
    #expect(here.whole("  ") == nil)
  }
}

/// Names and paths as bytes.
@Suite("FilePicker: names")
struct FileNameTests {
  @Test func `bytes that are no text are shown as such, and differ in what is shown`() {
    #expect("\(FileName(bytes: [0x61, 0xE9, 0x62]))" == "a\\xE9b")
    #expect("\(FileName(bytes: [0xEA, 0xB7, 0x41]))" == "\\xEA\\xB7A")
    #expect("\(FileName(bytes: [0xED, 0xA0, 0x80]))" == "\\xED\\xA0\\x80")
    #expect("\(FileName("그랜저"))" == "그랜저")
  }

  @Test func `control characters are shown escaped, as they are typed`() {
    #expect("\(FileName("two\nlines\u{1B}[1m\u{85}"))" == "two\\x0Alines\\x1B[1m\\xC2\\x85")
  }

  @Test func `a path keeps its bytes whatever they are`() throws {
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

  @Test func `home is written short, other folders are not`() {
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
  func `names are ordered with their numbers as numbers`(left: String, right: String, order: Int) {
    #expect(naturalOrder(Array(left.utf8), Array(right.utf8)).signum() == order)
    #expect(naturalOrder(Array(right.utf8), Array(left.utf8)).signum() == -order)
  }

  @Test func `what is looked for is brought out in the name, composed or not`() {
    #expect(FileFilter("resume 20").highlights(in: "Résumé 2020") == [0..<8, 9..<11, 11..<13])
    #expect(FileFilter("").highlights(in: "abc") == [])
    let decomposed = "\u{1100}\u{1173}x"
    #expect(FileFilter("그").highlights(in: decomposed) == [0..<6])
  }
}
