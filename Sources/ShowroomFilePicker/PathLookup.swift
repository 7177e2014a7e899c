import SystemPackage

/// A lookup of the folder or files named in text.
struct PathLookup: Sendable {
  /// The result of a lookup.
  enum Outcome: Sendable, Hashable {
    /// The text is blank, or the lookup was canceled.
    case nothing
    /// One folder.
    case folder(FilePath)
    /// Files, in the order of the text.
    case files([FileRow])
    /// A message about why the text cannot be used.
    case problem(String)
  }

  let path: TypedPath
  let reader: DirectoryReader

  /// Looks up text, first as one typed path, and then as several pasted paths.
  @concurrent
  func look(at text: String) async -> Outcome {
    switch await find(text) {
    case .nothing: return .nothing
    case .found(let found): return outcome(found)
    case .problem(let error): return .problem("\(error)")
    }
  }

  /// The entries found at the paths named in text.
  enum Finding: Sendable {
    /// The text is blank, or the lookup was canceled.
    case nothing
    /// At least one entry, in the order of the text.
    case found([(path: FilePath, entry: FileEntry)])
    /// The first path that does not lead to an entry.
    case problem(FileError)
  }

  /// Examines the paths in text, first as one typed path, and then as several pasted paths.
  @concurrent
  func find(_ text: String) async -> Finding {
    // Each pasted line starts a lookup. All but the last are canceled before they begin.
    guard !Task.isCancelled, !text.allSatisfy(\.isWhitespace) else { return .nothing }
    var wholeProblem: FileError?
    if let whole = path.whole(text) {
      do throws(FileError) {
        return .found([try await look(at: whole)])
      } catch {
        wholeProblem = error
      }
    }
    if Task.isCancelled { return .nothing }
    var found: [(path: FilePath, entry: FileEntry)] = []
    for path in path.words(text) {
      do throws(FileError) {
        found.append(try await look(at: path))
      } catch {
        // If the first word does not exist and the text contains no URL, it was intended as one path with spaces.
        let isOne = found.isEmpty && PathWords(text).canBeOnePath && !text.contains("file://")
        return .problem(isOne ? wholeProblem ?? error : error)
      }
      if Task.isCancelled { return .nothing }
    }
    return found.isEmpty ? .nothing : .found(found)
  }

  /// Examines a path and resolves `..` lexically if that leads to the same entry.
  private func look(at path: FilePath) async throws(FileError) -> (path: FilePath, entry: FileEntry) {
    let entry: FileEntry
    do throws(FileError) {
      entry = try await reader.examine(path)
    } catch {
      throw await reader.narrowed(error)
    }
    let simple = path.lexicallyNormalized()
    guard simple != path, let other = try? await reader.examine(simple) else { return (path, entry) }
    let isSame = other.identity == entry.identity && other.kind == entry.kind
    return isSame ? (simple, other) : (path, entry)
  }

  private func outcome(_ found: [(path: FilePath, entry: FileEntry)]) -> Outcome {
    if found.count == 1, found[0].entry.isFolder { return .folder(found[0].path) }
    let rows = found.compactMap { path, entry in path.parent.map { FileRow($0, entry) } }
    if let problem = rows.lazy.compactMap(\.problem).first { return .problem("\(problem)") }
    return rows.isEmpty ? .nothing : .files(rows)
  }
}
