import ShowroomFiles
import ShowroomText
import SystemPackage

/// The files of folders that are selected as a whole.
package struct FolderAddition: Sendable, Hashable {
  /// The files of one folder.
  struct Folder: Sendable, Hashable {
    let location: FileLocation
    /// The files in the folder, with their relative paths.
    let files: [FileRow]
    /// The total size in bytes.
    let size: Int64
    /// A description of the files left out; `nil` if there are none.
    let omissions: String?

    /// The maximum number of files, and their maximum total size in bytes, that are selected without confirmation.
    static let unquestioned: (files: Int, size: Int64) = (1_000, 10_000_000_000)

    /// Whether the user is asked for confirmation before the files are selected.
    var isLarge: Bool { files.count > Self.unquestioned.files || size > Self.unquestioned.size }

    /// Reads a folder off the main actor.
    ///
    /// - Throws: `SourceFailure` if the folder cannot be read, or if it contains no files or too many.
    @concurrent
    static func read(
      _ location: FileLocation, _ filter: FolderFilter, with reader: DirectoryReader,
      progress: @escaping @Sendable (Int) async -> Void
    ) async throws(SourceFailure) -> Folder {
      let contents = try await reader.collect(location.path, filter, progress).requiringFiles()
      return Folder(
        location: location, files: contents.files.compactMap { FileRow($0) }, size: contents.size,
        omissions: contents.omissions)
    }
  }

  /// The folders, in the order in which they were selected.
  var folders: [Folder] = []
  /// The filter with which the files were found.
  let filter: FolderFilter
  /// The messages about folders that were to be selected but could not be read.
  var problems: [String] = []
  /// Whether all selected files are to be picked afterward.
  var isPicked = false

  /// Whether the user is asked for confirmation before the files are selected.
  var isLarge: Bool { folders.contains { $0.isLarge } }

  /// The title of the confirmation.
  var question: String {
    let files = counted(folders.reduce(0) { $0 + $1.files.count }, "file")
    return folders.count == 1
      ? "Select \(files) in \(folders[0].location.name)?" : "Select \(files) in \(counted(folders.count, "folder"))?"
  }

  /// The message of the confirmation.
  var details: String {
    let size = folders.reduce(0 as Int64) { sum, folder in
      let (total, overflows) = sum.addingReportingOverflow(folder.size)
      return overflows ? .max : total
    }
    return (["The total size is \(ByteFormatting.size(size))."] + [note].compactMap(\.self)).joined(separator: " ")
  }

  /// A description of the folders that could not be read and of the files left out; `nil` if there are none.
  var note: String? {
    let omissions = folders.compactMap { folder in
      folder.omissions.map { folders.count == 1 ? $0 : "\(folder.location.name): \($0)" }
    }
    let parts = problems + omissions
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }
}

/// The progress of reading folders that are selected as a whole.
package struct FolderProgress: Sendable, Hashable {
  /// The folder that is currently read.
  var folder: FileLocation
  /// The number of files found in it so far.
  var count = 0
  /// The folders to select. The others are already selected, and are read again because the filter has changed.
  var added: [FileLocation] = []

  /// The name of the folder that is currently read.
  var name: FileName { folder.name }
}
