import SystemPackage
import Testing

@testable import ShowroomFiles

/// The patterns of `--include` and `--exclude`, and of the file picker.
@Suite("FolderPattern")
struct FolderPatternTests {
  @Test(
    arguments: [
      // A name, at any depth.
      ("one.txt", "one.txt", true), ("one.txt", "sub/one.txt", true), ("sub", "one.txt", false),
      ("*.txt", "sub/one.txt", true), ("ONE.txt", "one.txt", false), ("sub", "sub/two.jpg", false),
      // A path in the folder.
      ("sub/two.jpg", "sub/two.jpg", true), ("sub/*", "sub/two.jpg", true), ("sub/**", "sub/two.jpg", true),
      ("sub/*", "sub/inner/two.jpg", false), ("sub/two.jpg", "a/sub/two.jpg", false),
      // A path from the folder.
      ("/one.txt", "one.txt", true), ("./one.txt", "one.txt", true), ("/one.txt", "sub/one.txt", false),
      ("./one.txt", "sub/one.txt", false), ("/sub/two.jpg", "sub/two.jpg", true), ("/*.txt", "one.txt", true),
      ("/*.txt", "sub/one.txt", false), ("//one.txt", "one.txt", true), (".//one.txt", "one.txt", true),
      ("././one.txt", "one.txt", true),
      // Folders, and everything in them.
      ("sub/", "sub/two.jpg", true), ("sub/", "sub/inner/two.jpg", true), ("sub/", "a/sub/two.jpg", true),
      ("sub/", "sub", false), ("sub/", "a/sub", false), ("s*/", "sub/two.jpg", true), ("sub//", "sub/two.jpg", true),
      ("sub/.", "sub/two.jpg", true), ("/sub/", "sub/two.jpg", true), ("/sub/", "a/sub/two.jpg", false),
      ("a/sub/", "a/sub/two.jpg", true), ("a/sub/", "b/a/sub/two.jpg", false), ("one.txt/", "one.txt", false),
      // Repeated slashes, and the folder itself in the middle.
      ("a//b", "a/b", true), ("a/./b", "a/b", true), ("a//b", "b", false),
      // Nothing.
      ("", "one.txt", false), ("/", "one.txt", false), ("//", "one.txt", false), ("./", "one.txt", false),
      (".", "one.txt", false), ("..", "one.txt", false), ("../one.txt", "one.txt", false), ("/", "sub/two.jpg", false),
    ] as [(String, String, Bool)])
  func `a pattern matches a file by its name, its path, or its folders`(pattern: String, path: String, matches: Bool) {
    #expect(FolderPattern(pattern).matches(FilePath(path), isFolder: false) == matches)
  }

  @Test(
    arguments: [
      ("sub", "sub", true), ("sub", "a/sub", true), ("sub/", "sub", true), ("sub/", "a/sub", true),
      ("/sub/", "sub", true), ("/sub", "sub", true), ("./sub/", "sub", true), ("/sub/", "a/sub", false),
      ("sub/", "sub/inner", true), ("sub/*", "sub", false), ("subs/", "sub", false), ("/", "sub", false),
      ("", "sub", false),
    ] as [(String, String, Bool)])
  func `a pattern matches a folder, with or without a slash at the end`(pattern: String, path: String, matches: Bool) {
    #expect(FolderPattern(pattern).matches(FilePath(path), isFolder: true) == matches)
  }

  @Test func `text without a name is not a pattern`() {
    for text in ["", "/", "//", ".", "./", "/."] { #expect(!FolderFilter.isPattern(text), "\(text)") }
    for text in ["a", "/a", "./a", "a/", "*", "..."] { #expect(FolderFilter.isPattern(text), "\(text)") }
  }
}
