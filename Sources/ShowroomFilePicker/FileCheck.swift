import ShowroomFiles
import ShowroomText
import SystemPackage

/// A final check of the chosen files before they are uploaded.
package struct FileCheck: Sendable {
  /// The outcome of a check.
  package struct Result: Sendable, Hashable {
    /// The readable files, with their current sizes and dates.
    package var files: [UploadSource] = []
    /// The errors for the other files.
    package var problems: [FileError] = []

    /// The descriptions of the first few errors, and the number of other errors.
    var message: String {
      let shown = problems.prefix(Self.shownProblems).map { "\($0)" }.joined(separator: "\n")
      let rest = problems.count - Self.shownProblems
      return rest > 0 ? shown + "\n\(counted(rest, "more file")) \(rest == 1 ? "is" : "are") unavailable." : shown
    }

    private static let shownProblems = 5
  }

  private let files: [FileRow]
  private let reader: DirectoryReader

  /// Creates a check of `files`.
  init(_ files: [FileRow], _ reader: DirectoryReader) {
    self.files = files
    self.reader = reader
  }

  /// Checks all files in order. Stops early if the task is canceled.
  @concurrent
  func run() async -> Result {
    var result = Result()
    for file in files where !Task.isCancelled {
      do throws(FileError) {
        let now = FileRow(
          file.folder, try await reader.examine(file.id.path), pathInFolder: file.pathInFolder)
        if let problem = now.problem { throw problem }
        result.files.append(now.source)
      } catch {
        result.problems.append(error)
      }
    }
    return result
  }
}
