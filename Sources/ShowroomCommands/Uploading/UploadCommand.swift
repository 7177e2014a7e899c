import ShowroomCatalog
import ShowroomFiles
import ShowroomSettings
import ShowroomText
import ShowroomUploads
import SystemPackage

/// The command `showroom upload`, which uploads files and folders to a car.
package struct UploadCommand: Sendable {
  let car: Car.ID
  let files: [FilePath]
  let filter: FolderFilter
  let onDuplicate: DuplicatePolicy
  let format: SheetFormat

  /// Creates the command.
  ///
  /// - Parameter filter: A filter for the files in folders.
  package init(
    car: Car.ID, files: [FilePath], filter: FolderFilter = FolderFilter(), onDuplicate: DuplicatePolicy,
    format: SheetFormat
  ) {
    self.car = car
    self.files = files
    self.filter = filter
    self.onDuplicate = onDuplicate
    self.format = format
  }

  /// Uploads the files and those in folders, and reports the result of each. Resumes files that already have an
  /// unfinished upload in the queue. If any of `files` cannot be read, nothing is uploaded.
  ///
  /// - Returns: Whether all files were uploaded.
  /// - Throws: ``ShowCommand/CarNotFoundError``, `SourceFailure`, `UploadFailure`, ``UploadInterrupted``, or
  ///   ``OutputError``.
  package func run(
    _ store: CatalogStore, with dependencies: UploadDependencies, to output: TextOutput, progress: TextOutput,
    isASCII: Bool
  ) async throws -> Bool {
    let messages = UploadMessages(output: output, errorOutput: progress)
    let sources = try await sources(store, messages)
    let run = UploadRun(
      dependencies: dependencies, format: format, messages: messages, errorOutput: progress, isASCII: isASCII)
    let destination = destination(dependencies, messages)
    return try await run.follow { [sources, car, onDuplicate, format] scheduler in
      let begun = try await scheduler.resumeOrEnqueue(
        sources, car: car, destination: destination, onDuplicate: onDuplicate)
      messages.report(begun, format)
      return begun.ids
    }
  }

  /// Writes what ``run(_:with:to:progress:isASCII:)`` would do, without uploading anything. The destination is queried
  /// for its files.
  ///
  /// - Returns: Whether there is no known reason for an upload to fail.
  /// - Throws: The same errors as ``run(_:with:to:progress:isASCII:)``, and an error if the destination does not
  ///   respond.
  package func plan(
    _ store: CatalogStore, with dependencies: UploadDependencies, to output: TextOutput, progress: TextOutput
  ) async throws -> Bool {
    let messages = UploadMessages(output: output, errorOutput: progress)
    let sources = try await sources(store, messages)
    let destination = destination(dependencies, messages)
    let folders = Set(StoredPath.paths(of: sources).map(\.folders))
    let info: Result<DestinationInfo, any Error>
    do {
      let engine = try await dependencies.engine(for: destination)
      info = .success(try await engine.destinationInfo(for: car, in: folders))
    } catch {
      info = .failure(error)
    }
    await dependencies.shutDown()
    let plan = UploadPlan(
      sources, to: destination, onDuplicate: onDuplicate, info: try info.get(),
      unfinished: try dependencies.queue.unfinished(
        sources, car: car, destination: destination, onDuplicate: onDuplicate))
    for line in format == .json ? plan.json : plan.lines { messages.write(line) }
    for problem in plan.problems { messages.complain(problem) }
    try messages.finish()
    return plan.problems.isEmpty
  }

  private func destination(_ dependencies: UploadDependencies, _ messages: UploadMessages) -> Destination {
    let destination = dependencies.destinations.initial
    if dependencies.destinations.chosen != nil {
      messages.note("Uploading to \(destination), the destination chosen on the screen.")
    }
    return destination
  }

  /// Returns the files to upload to the car, which must exist, and reports the number of files in each folder.
  private func sources(_ store: CatalogStore, _ messages: UploadMessages) async throws -> [UploadSource] {
    guard try store.car(id: car) != nil else { throw ShowCommand.CarNotFoundError(id: car) }
    var sources: [UploadSource] = []
    for file in files {
      guard FolderContents.isFolder(file) else {
        sources.append(try UploadSource(path: file, isKnown: false))
        continue
      }
      let contents = try await FolderContents.read(file, filter: filter).requiringFiles()
      sources += contents.files
      let count = "\(counted(contents.files.count, "file")), \(ByteFormatting.size(contents.size))"
      let parts = ["\(file.lastComponent?.string ?? file.string): \(count).", contents.omissions].compactMap(\.self)
      messages.note(parts.joined(separator: " "))
    }
    return sources
  }
}
