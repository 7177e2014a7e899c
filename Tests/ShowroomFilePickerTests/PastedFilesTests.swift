import ShowroomFiles
import SystemPackage
import Testing

@testable import ShowroomFilePicker

@Suite("PastedFiles", .timeLimit(.minutes(20)))
struct PastedFilesTests {
  private let disk = Disk([
    "/home/ann": [.file("scan 1.pdf", 10), .file("b.pdf", 20), .folder("Photos"), .unusable("tap", .pipe)],
    "/home/ann/Photos": [], "/work": [.file("here.txt", 5), .file("two\nlines", 1)],
  ])

  private func find(_ text: String) async -> PastedFiles.Outcome {
    await PastedFiles.find(in: text, folder: "/work", home: "/home/ann", reader: disk.reader)
  }

  private func paths(_ text: String) async -> [FilePath]? {
    guard case .found(let pasted) = await find(text) else { return nil }
    return pasted.files.map(\.path)
  }

  @Test(arguments: [
    "/home/ann/scan 1.pdf", "'/home/ann/scan 1.pdf'", "\"/home/ann/scan 1.pdf\"", #"/home/ann/scan\ 1.pdf"#,
    "file:///home/ann/scan%201.pdf", "~/scan 1.pdf", " /home/ann/scan 1.pdf \n", "../home/ann/scan 1.pdf",
  ])
  func `a path is found in every form in which terminals paste it`(text: String) async {
    guard case .found(let pasted) = await find(text) else { return #expect(Bool(false), "nothing was found") }
    #expect(pasted.files.map(\.path).map { $0.lexicallyNormalized() } == ["/home/ann/scan 1.pdf"])
    #expect(pasted.name == "scan 1.pdf" && pasted.size == 10 && pasted.omissions == nil)
  }

  @Test func `several paths are separated by spaces or line ends`() async {
    let expected: [FilePath] = ["/home/ann/scan 1.pdf", "/home/ann/b.pdf"]
    #expect(await paths(#"/home/ann/scan\ 1.pdf /home/ann/b.pdf"#) == expected)
    #expect(await paths("'/home/ann/scan 1.pdf'\n/home/ann/b.pdf\n") == expected)
    #expect(await paths("file:///home/ann/scan%201.pdf\nfile:///home/ann/b.pdf") == expected)
    guard case .found(let pasted) = await find("~/b.pdf here.txt") else { return #expect(Bool(false), "nothing") }
    #expect(pasted.name == "2 files" && pasted.size == 25)
  }

  @Test func `a folder stands for its files`() async {
    let file = UploadSource(
      path: "/home/ann/Photos/a.jpg", size: 3, modified: 0, identity: FileIdentity(device: 0, inode: 0),
      pathInFolder: "Photos/a.jpg")
    disk.collect(.success(FolderContents(of: "/home/ann/Photos", files: [file], hidden: 1)), in: "/home/ann/Photos")
    guard case .found(let pasted) = await find("/home/ann/Photos") else { return #expect(Bool(false), "nothing") }
    #expect(pasted.files == [file] && pasted.name == "1 file from Photos")
    #expect(pasted.omissions == "1 hidden item is left out.")
    disk.collect(.success(FolderContents(of: "/home/ann/Photos")), in: "/home/ann/Photos")
    #expect(await find("/home/ann/Photos") == .problem("Photos contains no files to upload."))
  }

  @Test(arguments: ["", "  \n", "kia electric", "see /home/ann/b.pdf", "gone.txt", "\u{1B}[31m", "\0"])
  func `text that is not an existing path is ignored`(text: String) async {
    #expect(await find(text) == .nothing)
  }

  @Test(arguments: [
    ("/home/ann/gone.pdf", "\"gone.pdf\" does not exist."),
    ("~/tap", "\"tap\" is a named pipe and cannot be uploaded."),
    ("~/b.pdf /home/ann/gone", "\"gone\" does not exist."),
    ("~/gone.pdf ~/b.pdf", "\"gone.pdf\" does not exist."),
    ("$HOME/gone.pdf /home/ann/b.pdf", "\"gone.pdf\" does not exist."),
    ("~/gone day.pdf", "\"gone day.pdf\" does not exist."), ("file:///gone", "\"gone\" does not exist."),
    ("file:///gone/b.pdf", "\"gone\" does not exist."),
  ])
  func `text that looks like a path but cannot be uploaded is explained`(text: String, message: String) async {
    #expect(await find(text) == .problem(message))
  }

  @Test func `a name with a line end is found and written as one line`() async {
    guard case .found(let pasted) = await find("two\nlines") else { return #expect(Bool(false), "nothing was found") }
    #expect(pasted.name == #"two\x0Alines"#)
  }

  @Test func `a megabyte of text is ignored at its first word`() async {
    #expect(await find(String(repeating: "lorem ipsum ", count: 90_000)) == .nothing)
    #expect(await find(String(repeating: "x", count: 1 << 20)) == .nothing)
  }

  @Test func `files outside the folder to which a reader is restricted are not found`() async {
    let reader = disk.reader.within("/work")
    let outcome = await PastedFiles.find(in: "/home/ann/b.pdf", folder: "/work", home: "/work", reader: reader)
    #expect(outcome == .problem("\"b.pdf\" is outside the folders that are available here."))
    let folder = await PastedFiles.find(in: "/home/ann/Photos", folder: "/work", home: "/work", reader: reader)
    #expect(folder == .problem("\"Photos\" is outside the folders that are available here."))
  }
}
