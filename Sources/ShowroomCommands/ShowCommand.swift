import ShowroomCatalog
import ShowroomFormatting
import ShowroomText
import ShowroomUploads

/// The output format of a report, and of uploads.
package enum SheetFormat: String, Sendable, Hashable, CaseIterable {
  /// Text.
  case text
  /// A JSON object (RFC 8259); for uploads, one per event, each on its own line.
  case json
}

/// The output format of `showroom show`.
package enum ShowFormat: String, Sendable, Hashable, CaseIterable {
  /// A report for the terminal.
  case text
  /// A JSON object (RFC 8259) for each car, one per line.
  case json
  /// A sheet to send to someone.
  case markdown, html, svg

  /// The format of the sheet; `nil` if the output is not a sheet.
  var sheet: CarSheetFormat? { CarSheetFormat(rawValue: rawValue) }
}

/// The command `showroom show`, which writes everything known about cars.
package struct ShowCommand: Sendable {
  /// The error if a car does not exist. The program exits with status 1.
  package struct CarNotFoundError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The requested ID.
    package let id: Car.ID

    /// A message that says what to do.
    package var description: String {
      "Car \(id) is not in the catalog. Use showroom list to list cars with their IDs."
    }
  }

  private let ids: [Car.ID]
  private let format: ShowFormat
  private let citation: @Sendable (CatalogStore) -> String?

  /// Creates the command.
  ///
  /// - Parameters:
  ///   - ids: The cars, in order.
  ///   - citation: A closure that returns the source of a catalog's cars as text, to be stated on a sheet.
  package init(
    ids: [Car.ID], format: ShowFormat, citation: @escaping @Sendable (CatalogStore) -> String? = { _ in nil }
  ) {
    self.ids = ids
    self.format = format
    self.citation = citation
  }

  /// Writes the reports, or a single sheet of all cars. If a car does not exist, nothing is written.
  ///
  /// - Throws: ``CarNotFoundError``, `CatalogError`, `UploadFailure`, or ``OutputError``.
  package func write(_ store: CatalogStore, to output: TextOutput, formatting: CarFormatting) throws {
    let cars = try ids.map { id in
      guard let car = try store.car(id: id) else { throw CarNotFoundError(id: id) }
      return (car: car, user: try store.userData(id: id))
    }
    let formatting = try formatting.with(costsOf: store)
    if let sheet = format.sheet {
      return try output.write(CarSheet(cars, formatting, source: citation(store)).text(as: sheet))
    }
    let attachments = try cars.map { try AttachmentStore(store: store).attachments(of: $0.car.id) }
    for (place, (car, attachments)) in zip(cars, attachments).enumerated() {
      if format == .json {
        try output.write(CarExport(car.car, car.user).json(with: attachments) + "\n")
      } else {
        let lines = Self.lines(car.car, car.user, formatting) + Self.lines(attachments)
        try output.write((place > 0 ? "\n" : "") + LabeledText(lines).text)
      }
    }
  }

  /// Returns one line per attachment, under a single label.
  private static func lines(_ attachments: [Attachment]) -> [(String, String)] {
    let lines = attachments.map { attachment in
      let name = attachment.file.name.split(whereSeparator: \.isNewline).joined(separator: " ")
      return "\(name)  \(ByteFormatting.size(attachment.file.size))  at \(attachment.destination)"
    }
    return lines.isEmpty ? [] : [("Attachments", lines.joined(separator: "\n"))]
  }

  private static func lines(_ car: Car, _ user: UserData, _ formatting: CarFormatting) -> [(String, String)] {
    let car = car.priced(by: user)
    let unknown = formatting.unknown
    func line(_ fact: CarField) -> (String, String) { (formatting.label(of: fact), formatting.fact(fact, of: car)) }
    let fields: [CarField] = [
      .vehicleClass, .cylinders, .displacement, .drive, .transmission, .cityMPG, .highwayMPG, .economy, .co2, .cost,
    ]
    let named: Set<CarField> = [.id, .fuel, .fuelName, .baseModel]
    var lines = [
      ("Car", "\(car.make) \(car.model)"), ("Year", "\(car.year)"), ("ID", "\(car.id)"),
      line(.vehicleClass),
      ("Fuel", car.fuelName ?? (car.fuel == .unknown ? unknown : car.fuel.label)),
    ]
    lines += fields.dropFirst().map(line)
    lines += formatting.facts(of: car).filter { fact in
      fact.field.map { !fields.contains($0) && !named.contains($0) } ?? true
    }.map { ($0.label, $0.text) }
    if car.isWithdrawn { lines.append(("Withdrawn", "no longer in the source")) }
    lines.append(("Favorite", user.isFavorite ? "yes" : "no"))
    if let note = user.note { lines.append(("Note", note)) }
    return lines
  }
}
