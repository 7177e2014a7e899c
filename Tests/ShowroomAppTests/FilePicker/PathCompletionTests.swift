import SystemPackage
import Testing

@testable import ShowroomApp

/// What Tab makes of a path that is being typed.
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

  private func complete(_ text: String, in folder: FilePath = "/home/ann") async -> PathAnswer {
    await PathCompletion(path: TypedPath(folder: folder, home: "/home/ann"), reader: disk.reader).complete(text)
  }

  @Test(arguments: [
    ("Doc", "Documents/"), ("/home/ann/Doc", "/home/ann/Documents/"), ("~/Doc", "~/Documents/"),
    ("$HOME/Doc", "$HOME/Documents/"), ("~", "~/"), ("doc", "Documents/"), (".pr", ".profile"),
    ("My P", "My Photos/"), ("My Photos/a", "My Photos/a b.jpg"), ("그", "\u{1100}\u{1173}rand/"),
    // Where something is quoted already, or stands before it, the name is quoted too.
    (#"My\ P"#, #"My\ Photos/"#), ("'My P", #"My\ Photos/"#), ("/etc/hosts My\\ N", #"/etc/hosts My\ Notes.txt "#),
    ("it", #"it\'s.txt "#), ("/srv/c", #"/srv/c\xE9 "#), ("/srv/l", #"/srv/line\x0Aend "#), ("/s", "/srv/"),
  ])
  func `one name is completed; a folder gets its slash`(typed: String, completed: String) async {
    #expect(await complete(typed) == PathAnswer(text: completed))
  }

  @Test func `of several names the beginning that they share is written, and all are named`() async {
    #expect(await complete("D") == PathAnswer(text: "Do", suggestions: ["Documents/", "Downloads/"]))
    #expect(await complete("My") == PathAnswer(text: "My ", suggestions: ["My Photos/", "My Notes.txt"]))
  }

  @Test func `names with line ends and other control characters are listed escaped, on one line`() async {
    let answer = await complete("/mnt/a")

    #expect(answer.suggestions == [#"a\x09c"#, #"a\x0Ab"#, "ad"])
  }

  @Test func `no half of a letter is written`() async {
    // 사진 and 사지 share the first two bytes of their second letter.
    #expect(
      await complete("My Photos/사") == PathAnswer(text: "My Photos/사", suggestions: ["사지.jpg", "사진.jpg"]))
  }

  @Test func `a folder is listed by its slash, without the hidden ones`() async {
    let answer = await complete("~/")
    #expect(answer.text == "~/")
    #expect(answer.suggestions.count == 6)
    #expect(!answer.suggestions.contains(".profile"))
  }

  @Test func `what begins like nothing says so, and the text stays`() async {
    #expect(await complete("zzz") == PathAnswer(problem: "Nothing there begins like that."))
    #expect(await complete("/gone/x") == PathAnswer(problem: "There is no \"gone\"."))
  }
}
