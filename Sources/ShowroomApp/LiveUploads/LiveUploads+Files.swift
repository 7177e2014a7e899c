import ShowroomFilePicker
import ShowroomSettings
import ShowroomUploads
import SystemPackage

extension LiveUploads {
  /// The access to the files that can be uploaded.
  var fileReader: DirectoryReader { destinations.root.map { .disk.within(FilePath($0)) } ?? .disk }

  /// Finds the files that pasted text names, off the main actor.
  func pastedFiles(in text: String) async -> PastedFiles.Outcome {
    await PastedFiles.find(
      in: text, folder: FilePath(destinations.baseOfFiles), home: FilePath(destinations.homeOfFiles), reader: fileReader
    )
  }
}
