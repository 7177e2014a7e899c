import SystemPackage
import Uploads

/// A last look at chosen files.
public struct FileCheck: Sendable {
  /// What it came to.
  public struct Result: Sendable, Hashable {
    /// The files that can be read, as they are now.
    public var files: [UploadSource] = []
    /// What is the matter with the others.
    public var problems: [FileProblem] = []

    /// What is the matter, in sentences: of the first few files.
    var sentence: String {
      let shown = problems.prefix(Self.shownProblems).map { "\($0)" }.joined(separator: "\n")
      let rest = problems.count - Self.shownProblems
      return rest > 0 ? shown + "\n\(counted(rest, "more file")) cannot be had." : shown
    }

    private static let shownProblems = 5
  }

  private let files: [FileRow]
  private let reader: DirectoryReader

  /// A look at `files`.
  init(_ files: [FileRow], _ reader: DirectoryReader) {
    self.files = files
    self.reader = reader
  }

  /// Looks at all of them; the order stays. Ends early when the task is cancelled.
  @concurrent
  func run() async -> Result {
    var result = Result()
    for file in files where !Task.isCancelled {
      do throws(FileProblem) {
        let now = FileRow(file.folder, try await reader.examine(file.id.path))
        if let problem = now.problem { throw problem }
        result.files.append(now.source)
      } catch {
        result.problems.append(error)
      }
    }
    return result
  }
}
