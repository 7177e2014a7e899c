import SystemPackage
import Testing

@testable import ShowroomFilePicker

/// The completion of a typed path with Tab.
@Suite("FilePicker: completing a path")
struct PathCompletionTests {
  private let disk = Disk([
    "/home/ann": [
      .folder("Documents"), .folder("Downloads"), .folder("My Photos"), .file("My Notes.txt"), .file(".profile"),
      .file("it's.txt"), .folder("\u{1100}\u{1173}rand"),
    ],
    "/mnt": [.file("a\nb"), .file("a\tc"), .file("ad")],
    "/home/ann/My Photos": [.file("a b.jpg"), .file("사진.jpg"), .file("사지.jpg")],
    "/srv": [FileEntry(name: FileName(bytes: [0x63, 0xE9]), kind: .file), .file("line\nend")], "/": [.folder("srv")],
  ])

  private func complete(_ text: String, in folder: FilePath = "/home/ann") async -> PathFeedback {
    await PathCompletion(path: TypedPath(folder: folder, home: "/home/ann"), reader: disk.reader).complete(text)
  }

  @Test(arguments: [
    ("Doc", "Documents/"), ("/home/ann/Doc", "/home/ann/Documents/"), ("~/Doc", "~/Documents/"),
    ("$HOME/Doc", "$HOME/Documents/"), ("~", "~/"), ("doc", "Documents/"), (".pr", ".profile"),
    ("My P", "My Photos/"), ("My Photos/a", "My Photos/a b.jpg"), ("그", "\u{1100}\u{1173}rand/"),
    // After quoted text or another path, the name is escaped, too.
    (#"My\ P"#, #"My\ Photos/"#), ("'My P", #"My\ Photos/"#), ("/etc/hosts My\\ N", #"/etc/hosts My\ Notes.txt "#),
    ("it", #"it\'s.txt "#), ("/srv/c", #"/srv/c\xE9 "#), ("/srv/l", #"/srv/line\x0Aend "#), ("/s", "/srv/"),
  ])
  func `a single match is completed, with a slash after a folder`(typed: String, completed: String) async {
    #expect(await complete(typed) == PathFeedback(text: completed))
  }

  @Test func `several matches are completed to their common prefix and listed`() async {
    #expect(await complete("D") == PathFeedback(text: "Do", suggestions: ["Documents/", "Downloads/"]))
    #expect(await complete("My") == PathFeedback(text: "My ", suggestions: ["My Photos/", "My Notes.txt"]))
  }

  @Test func `names with line breaks and other control characters are listed escaped, on one line`() async {
    let feedback = await complete("/mnt/a")

    #expect(feedback.suggestions == [#"a\x09c"#, #"a\x0Ab"#, "ad"])
  }

  @Test func `the common prefix never ends within a character`() async {
    // 사진 and 사지 share the first two bytes of their second letter.
    #expect(
      await complete("My Photos/사") == PathFeedback(text: "My Photos/사", suggestions: ["사지.jpg", "사진.jpg"]))
  }

  @Test func `a path ending in a slash lists the folder without hidden entries`() async {
    let feedback = await complete("~/")
    #expect(feedback.text == "~/")
    #expect(feedback.suggestions.count == 6)
    #expect(!feedback.suggestions.contains(".profile"))
  }

  @Test func `text without matches stays, with an explanation`() async {
    #expect(await complete("zzz") == PathFeedback(problem: "No names start with this text."))
    #expect(await complete("/gone/x") == PathFeedback(problem: "\"gone\" does not exist."))
    #expect(await complete("/no/such/dir") == PathFeedback(problem: "\"no\" does not exist."))
  }
}
