import Catalogue
import SystemPackage
import Uploads

/// `showroom upload`: files to a car.
public struct UploadCommand: Sendable {
  let car: Car.ID
  let files: [FilePath]
  let onDuplicate: DuplicatePolicy
  let format: UploadFormat

  /// An upload of files to a car.
  public init(car: Car.ID, files: [FilePath], onDuplicate: DuplicatePolicy, format: UploadFormat) {
    self.car = car
    self.files = files
    self.onDuplicate = onDuplicate
    self.format = format
  }

  /// Uploads the files and tells how each ended. When one of them cannot be uploaded at all, none is.
  ///
  /// - Returns: whether all are there.
  /// - Throws: ``ShowCommand/NotFound``, `UploadFailure`, ``UploadInterrupted``, ``OutputError``.
  public func run(
    _ store: CatalogueStore, with equipment: UploadEquipment, to output: TextOutput, progress: TextOutput, isASCII: Bool
  ) async throws -> Bool {
    guard try store.car(id: car) != nil else { throw ShowCommand.NotFound(id: car) }
    var sources: [UploadSource] = []
    for file in files { sources.append(try UploadSource(path: file)) }
    let run = UploadRun(
      equipment: equipment, format: format, output: output, errorOutput: progress, isASCII: isASCII)
    let destination = equipment.places.initial
    if equipment.places.chosen != nil {
      try progress.write(neutralised("Uploading to \(destination), the destination chosen on the screen.") + "\n")
      try progress.flush()
    }
    return try await run.follow { [sources, car, onDuplicate] scheduler in
      Set(try await scheduler.enqueue(sources, car: car, destination: destination, onDuplicate: onDuplicate))
    }
  }
}
