import ShowroomFiles
import SystemPackage

extension AttachmentVerification.Finding {
  /// The way to upload a missing or changed file again.
  package struct Remedy: Sendable, Hashable {
    /// The file on this computer, with its path in a folder if the folder was uploaded.
    package var source: UploadSource
    package var onDuplicate: DuplicatePolicy

    /// The file, or the folder that was uploaded with it.
    package var chosen: FilePath {
      var path = source.path
      for _ in 1..<max(1, source.pathInFolder?.components.count ?? 1) { path.removeLastComponent() }
      return path
    }

    /// The path of the file in the folder that was uploaded with it; empty if the file was chosen individually.
    package var pathInFolder: [FilePath.Component] {
      source.pathInFolder.map { Array($0.components.dropFirst()) } ?? []
    }
  }

  /// Returns the way to upload the file again, if it is missing or changed, and the queue knows a file on this computer
  /// of the same size from which it would get the same name. Reads the status of that file.
  package func remedy(in queue: [Upload]) -> Remedy? {
    let file = attachment.file
    guard needsUpload,
      let upload = queue.last(where: {
        $0.car == attachment.car && $0.destination == attachment.destination && $0.name == file.name
      }),
      var source = try? UploadSource(path: FilePath(upload.path)), source.size == file.size
    else { return nil }
    var (folder, inner) = (source.path.removingLastComponent(), source.path.components.suffix(1).map(\.self))
    while StoredPath.paths(of: [source]).first?.text != file.name {
      guard let last = folder.lastComponent else { return nil }
      inner.insert(last, at: 0)
      source.pathInFolder = FilePath(root: nil, inner)
      folder.removeLastComponent()
    }
    // A destination that assigns addresses does not detect that the file is missing, and replaces only its record.
    let isReplaced = outcome == .changed || !isStoredByName
    return Remedy(source: source, onDuplicate: isReplaced ? .replace : .skip)
  }
}
