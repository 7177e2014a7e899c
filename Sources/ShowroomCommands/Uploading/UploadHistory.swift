import ReactorFiles
import ShowroomCatalog
import ShowroomFormatting
import ShowroomText
import ShowroomUploads

/// The command `showroom uploads --history`, which lists the uploaded files, latest first.
package struct UploadHistory: Sendable {
  let format: SheetFormat
  let cars: [Car.ID]
  let search: String

  /// Creates the command.
  ///
  /// - Parameters:
  ///   - cars: The IDs of the cars whose files are to be listed; empty for all.
  ///   - search: The words to search for, as in `history(matching:_:)`.
  package init(format: SheetFormat, cars: [Car.ID], search: String) {
    self.format = format
    self.cars = cars
    self.search = search
  }

  /// Writes the files as a table or as an array of objects.
  ///
  /// - Returns: The number of files.
  /// - Throws: `UploadFailure` if the database cannot be read, or ``OutputError``.
  package func write(_ store: AttachmentStore, to output: TextOutput, isASCII: Bool) throws -> Int {
    let found = try store.attachments().filter { cars.isEmpty || cars.contains($0.car) }.history(matching: search)
    switch format {
    case .json: try output.write(objects: found.map(Self.json))
    case .text: try output.write(Self.columns, count: found.count, isASCII: isASCII) { Self.cells(found[$0]) }
    }
    return found.count
  }

  private static let columns: [TextTable.Column] = [
    .init(title: "Uploaded"),
    .init(title: "Car", isRight: true, rank: 2),
    .init(title: "Name", minimum: 12),
    .init(title: "Size", isRight: true, rank: 1),
    .init(title: "Location", rank: 3, minimum: 16),
  ]

  private static func cells(_ attachment: Attachment) -> [String] {
    [
      TimestampFormatting().minute(attachment.uploadedAt), "\(attachment.car)", attachment.file.name,
      ByteFormatting.size(attachment.file.size), attachment.file.printableLocation,
    ]
  }

  private static func json(_ attachment: Attachment) -> String {
    var json = JSONText()
    json.add("car", Int(attachment.car))
    json.add(attachment)
    return json.closed()
  }
}
