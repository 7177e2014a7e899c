import ShowroomCatalog
import ShowroomSettings
import ShowroomUploads
import SystemPackage

/// `showroom upload`: uploads files and folders to a car.
package struct UploadCommand: Sendable {
  let car: Car.ID
  let files: [FilePath]
  let onDuplicate: DuplicatePolicy
  let format: UploadFormat

  /// Creates the command.
  package init(car: Car.ID, files: [FilePath], onDuplicate: DuplicatePolicy, format: UploadFormat) {
    self.car = car
    self.files = files
    self.onDuplicate = onDuplicate
    self.format = format
  }

  /// Uploads the files, and those in folders, and reports the result of each. If one of `files` cannot be read, nothing
  /// is uploaded.
  ///
  /// - Returns: Whether all files were uploaded.
  /// - Throws: ``ShowCommand/CarNotFoundError``, `UploadFailure`, ``UploadInterrupted``, ``OutputError``.
  package func run(
    _ store: CatalogStore, with dependencies: UploadDependencies, to output: TextOutput, progress: TextOutput,
    isASCII: Bool
  ) async throws -> Bool {
    guard try store.car(id: car) != nil else { throw ShowCommand.CarNotFoundError(id: car) }
    let messages = UploadMessages(output: output, errorOutput: progress)
    let sources = try await sources(messages)
    let run = UploadRun(
      dependencies: dependencies, format: format, messages: messages, errorOutput: progress, isASCII: isASCII)
    let destination = dependencies.destinations.initial
    if dependencies.destinations.chosen != nil {
      messages.note("Uploading to \(destination), the destination chosen on the screen.")
    }
    return try await run.follow { [sources, car, onDuplicate] scheduler in
      Set(try await scheduler.enqueue(sources, car: car, destination: destination, onDuplicate: onDuplicate))
    }
  }

  /// Returns the files to upload, and reports how many each folder has.
  private func sources(_ messages: UploadMessages) async throws -> [UploadSource] {
    var sources: [UploadSource] = []
    for file in files {
      guard FolderContents.isFolder(file) else {
        sources.append(try UploadSource(path: file, isKnown: false))
        continue
      }
      let contents = try await FolderContents.read(file).requiringFiles()
      sources += contents.files
      let count = "\(counted(contents.files.count, "file")), \(ByteFormatting.size(contents.size))"
      let parts = ["\(file.lastComponent?.string ?? file.string): \(count).", contents.omissions].compactMap(\.self)
      messages.note(parts.joined(separator: " "))
    }
    return sources
  }
}
