import Catalogue
import ReactorTerminal
import Uploads

/// How one car is written.
public enum SheetFormat: String, Sendable, Hashable, CaseIterable {
  /// Lines for a person.
  case text
  /// An object (RFC 8259).
  case json
}

/// `showroom show`: everything known about one car.
public struct ShowCommand: Sendable {
  /// There is no such car; the program ends with status 1.
  public struct NotFound: Error, Sendable, Hashable, CustomStringConvertible {
    /// What was asked for.
    public let id: Car.ID

    /// A sentence that says where to look.
    public var description: String { "There is no car \(id) in the catalogue: showroom list shows the IDs there are." }
  }

  let id: Car.ID
  let format: SheetFormat

  /// The sheet of a car.
  public init(id: Car.ID, format: SheetFormat) {
    self.id = id
    self.format = format
  }

  /// Writes the sheet.
  /// - Throws: ``NotFound``, `CatalogueError`, `UploadFailure`, ``OutputError``.
  public func write(_ store: CatalogueStore, to output: TextOutput, formatting: CarFormatting) throws {
    guard let car = try store.car(id: id) else { throw NotFound(id: id) }
    let user = try store.userData(id: id)
    let attachments = try AttachmentStore(store: store).attachments(of: id)
    switch format {
    case .json: try output.write(CarExport(car, user).json(with: attachments) + "\n")
    case .text:
      let lines = Self.lines(car, user, formatting) + Self.lines(attachments)
      try output.write(LabelledText(lines).text)
    }
  }

  /// A line for each file, under one label.
  private static func lines(_ attachments: [Attachment]) -> [(String, String)] {
    let lines = attachments.map { attachment in
      let name = attachment.file.name.split(whereSeparator: \.isNewline).joined(separator: " ")
      return "\(name)  \(ByteFormatting.size(attachment.file.size))  at \(attachment.destination)"
    }
    return lines.isEmpty ? [] : [("Attachments", lines.joined(separator: "\n"))]
  }

  private static func lines(_ car: Car, _ user: UserData, _ formatting: CarFormatting) -> [(String, String)] {
    let unknown = formatting.unknown
    func consumption(_ mpg: Double?) -> String { formatting.consumption(mpg, fuel: car.fuel) }
    var lines = [
      ("Car", "\(car.make) \(car.model)"), ("Year", "\(car.year)"), ("ID", "\(car.id)"),
      ("Class", car.vehicleClass ?? unknown),
      ("Fuel", car.fuelName ?? (car.fuel == .unknown ? unknown : car.fuel.label)),
      ("Cylinders", car.cylinders.map { "\($0)" } ?? unknown),
      ("Displacement", formatting.displacement(car.displacement)), ("Drive", car.drive ?? unknown),
      ("Transmission", car.transmission ?? unknown), ("City", consumption(car.cityMPG)),
      ("Highway", consumption(car.highwayMPG)), ("Combined", consumption(car.combinedMPG)),
      (formatting.co2Name, formatting.co2(car.co2)), ("Fuel cost a year", formatting.cost(car.annualFuelCost)),
    ]
    if car.electricConsumption != nil {
      lines.append(("Electricity", formatting.electricConsumption(car.electricConsumption)))
    }
    if car.electricRange != nil { lines.append(("Electric range", formatting.distance(car.electricRange))) }
    if car.isWithdrawn { lines.append(("Withdrawn", "the source no longer has this car")) }
    lines.append(("Favourite", user.isFavourite ? "yes" : "no"))
    if let note = user.note { lines.append(("Note", note)) }
    return lines
  }
}
