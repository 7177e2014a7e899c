import SystemPackage
import Uploads

/// Finds out what typed text leads to.
struct PathLookup: Sendable {
  /// What text leads to.
  enum Answer: Sendable, Hashable {
    /// Nothing was typed.
    case nothing
    /// One folder.
    case folder(FilePath)
    /// Files, in the order in which they stand there.
    case files([UploadSource])
    /// Something that cannot be used, in a sentence.
    case problem(String)
  }

  let path: TypedPath
  let reader: DirectoryReader

  /// First the text is taken as one path, as a person types it, then as several, as they are pasted.
  @concurrent
  func look(at text: String) async -> Answer {
    guard !text.allSatisfy(\.isWhitespace) else { return .nothing }
    var wholeProblem: FileProblem?
    if let whole = path.whole(text) {
      do throws(FileProblem) {
        return answer([(whole, try await reader.examine(whole))])
      } catch {
        wholeProblem = error
      }
    }
    var found: [(FilePath, FileEntry)] = []
    for path in path.words(text) {
      do throws(FileProblem) {
        found.append((path, try await reader.examine(path)))
      } catch {
        // Where nothing is quoted and not even the first word leads anywhere, a path with blanks was meant.
        let isOne = found.isEmpty && !PathWords(text).isQuoted
        return .problem("\(isOne ? wholeProblem ?? error : error)")
      }
    }
    return answer(found)
  }

  private func answer(_ found: [(path: FilePath, entry: FileEntry)]) -> Answer {
    if found.count == 1, found[0].entry.isFolder { return .folder(found[0].path.lexicallyNormalized()) }
    for (path, entry) in found {
      if let problem = entry.problem(at: path) { return .problem("\(problem)") }
    }
    return found.isEmpty ? .nothing : .files(found.map { $0.entry.source(at: $0.path) })
  }
}
