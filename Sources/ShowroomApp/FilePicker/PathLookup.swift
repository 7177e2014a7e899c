import SystemPackage

/// Finds out what typed text leads to.
struct PathLookup: Sendable {
  /// What text leads to.
  enum Answer: Sendable, Hashable {
    /// Nothing was typed.
    case nothing
    /// One folder.
    case folder(FilePath)
    /// Files, in the order in which they stand there.
    case files([FileRow])
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
        return answer([try await look(at: whole)])
      } catch {
        wholeProblem = error
      }
    }
    var found: [(FilePath, FileEntry)] = []
    for path in path.words(text) {
      do throws(FileProblem) {
        found.append(try await look(at: path))
      } catch {
        // Where nothing is quoted and not even the first word leads anywhere, a path with blanks was meant.
        let isOne = found.isEmpty && !PathWords(text).isQuoted
        return .problem("\(isOne ? wholeProblem ?? error : error)")
      }
    }
    return answer(found)
  }

  /// Looks at a path, and leaves `..` out of it where it leads to the same place without.
  private func look(at path: FilePath) async throws(FileProblem) -> (FilePath, FileEntry) {
    let entry = try await reader.examine(path)
    let simple = path.lexicallyNormalized()
    guard simple != path, let other = try? await reader.examine(simple) else { return (path, entry) }
    let isSame = (other.device, other.inode, other.kind) == (entry.device, entry.inode, entry.kind)
    return isSame ? (simple, other) : (path, entry)
  }

  private func answer(_ found: [(path: FilePath, entry: FileEntry)]) -> Answer {
    if found.count == 1, found[0].entry.isFolder { return .folder(found[0].path) }
    let rows = found.compactMap { path, entry in path.parent.map { FileRow($0, entry) } }
    if let problem = rows.lazy.compactMap(\.problem).first { return .problem("\(problem)") }
    return rows.isEmpty ? .nothing : .files(rows)
  }
}
