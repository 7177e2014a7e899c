import ShowroomFiles
import ShowroomText
import SystemPackage

/// The files named in pasted text. Files dropped on a terminal also arrive as pasted text.
package struct PastedFiles: Sendable, Hashable {
  /// The files, including those in pasted folders.
  package let files: [UploadSource]
  /// A short name: the name of the only file or folder, or the number of files.
  package let name: String
  /// The total size in bytes.
  package let size: Int64
  /// A description of the files left out of folders; `nil` if there are none.
  package let omissions: String?

  /// The maximum size in bytes of text that is searched for paths.
  private static let maximumLength = 1 << 18

  /// The result of a search for pasted files.
  package enum Outcome: Sendable, Hashable {
    /// The text is not a path, or the search was canceled.
    case nothing
    /// A message about why text that looks like a path cannot be used.
    case problem(String)
    case found(PastedFiles)
  }

  /// Finds the files named in text, off the caller's actor. Paths are separated by spaces or line breaks, and are
  /// plain, quoted, escaped with backslashes, or `file://` URLs.
  ///
  /// - Parameters:
  ///   - folder: The folder to which relative paths refer.
  ///   - home: The folder that `~` stands for.
  @concurrent
  package static func find(
    in text: String, folder: FilePath, home: FilePath?, reader: DirectoryReader = .disk
  ) async -> Outcome {
    guard text.utf8.count <= maximumLength else { return .nothing }
    switch await PathLookup(path: TypedPath(folder: folder, home: home), reader: reader).find(text) {
    case .nothing: return .nothing
    // Other text, such as a sentence, was not intended as a path.
    case .problem(let error): return looksLikePath(text) ? .problem("\(error)") : .nothing
    case .found(let found):
      do throws(SourceFailure) {
        return .found(try await PastedFiles(found, reader))
      } catch {
        return error.isCanceled ? .nothing : .problem(error.message)
      }
    }
  }

  private init(_ found: [(path: FilePath, entry: FileEntry)], _ reader: DirectoryReader) async throws(SourceFailure) {
    var files: [UploadSource] = []
    var omissions: [String] = []
    var size: Int64 = 0
    for (path, entry) in found {
      if entry.isFolder {
        let contents = try await reader.collect(path, FolderFilter()) { _ in }.requiringFiles()
        files += contents.files
        if let omitted = contents.omissions { omissions.append(omitted) }
        size = size.addingReportingOverflow(contents.size).overflow ? .max : size + contents.size
      } else if let row = path.parent.map({ FileRow($0, entry) }) {
        if let problem = row.problem { throw SourceFailure("\(problem)") }
        files.append(row.source)
        size = size.addingReportingOverflow(entry.size).overflow ? .max : size + entry.size
      }
    }
    self.files = files
    self.size = size
    self.omissions = omissions.isEmpty ? nil : omissions.joined(separator: " ")
    let only = found.count == 1 ? found[0] : nil
    let onlyName = only?.path.fileName?.description ?? ""
    name =
      switch only?.entry.isFolder {
      case true: "\(counted(files.count, "file")) from \(onlyName)"
      case false: onlyName
      case nil: counted(files.count, "file")
      }
  }

  /// Returns whether text begins with an absolute path, a path in the home folder, or a `file://` URL.
  private static func looksLikePath(_ text: String) -> Bool {
    guard let first = PathWords(text).words.first else { return false }
    return first.home != nil || first.bytes.first == FileName.slash || first.bytes.starts(with: "file://".utf8)
  }
}
