import ShowroomFiles
import ShowroomText
import SystemPackage

/// The files of a folder that the user is selecting as a whole.
package struct FolderAddition: Sendable, Hashable {
  /// The folder.
  let folder: FileLocation
  /// The files in the folder, with their relative paths.
  let files: [FileRow]
  /// The total size in bytes.
  let size: Int64
  /// A description of the files left out; `nil` if there are none.
  let omissions: String?
  /// Whether all selected files are to be picked afterward.
  var isPicked: Bool

  /// The maximum number of files, and their maximum total size in bytes, that are selected without confirmation.
  static let unquestioned: (files: Int, size: Int64) = (1_000, 10_000_000_000)

  /// Reads a folder off the main actor.
  ///
  /// - Throws: `SourceFailure` if the folder cannot be read, or if it contains no files or too many.
  @concurrent
  static func read(
    _ folder: FileLocation, _ filter: FolderFilter, isPicked: Bool, with reader: DirectoryReader,
    progress: @escaping @Sendable (Int) async -> Void
  ) async throws(SourceFailure) -> FolderAddition {
    let contents = try await reader.collect(folder.path, filter, progress).requiringFiles()
    return FolderAddition(
      folder: folder, files: contents.files.compactMap { FileRow($0) }, size: contents.size,
      omissions: contents.omissions, isPicked: isPicked)
  }

  /// Whether the user is asked for confirmation before the files are selected.
  var isLarge: Bool { files.count > Self.unquestioned.files || size > Self.unquestioned.size }

  /// The title of the confirmation.
  var question: String { "Select \(counted(files.count, "file")) in \(folder.name)?" }

  /// The message of the confirmation.
  var details: String {
    (["The total size is \(ByteFormatting.size(size))."] + [omissions].compactMap(\.self)).joined(separator: " ")
  }
}

/// The progress of reading a folder that the user is selecting as a whole.
package struct FolderProgress: Sendable, Hashable {
  /// The name of the folder.
  var name: FileName
  /// The number of files found so far.
  var count = 0
}
