import Catalogue

/// A file that belongs to a car and lies at a destination.
public struct Attachment: Sendable, Hashable, Identifiable {
  /// Its number.
  public let id: Int64
  /// The car.
  public var car: Car.ID
  /// The file at the destination.
  public var file: StoredFile
  /// Where it lies; what ``Destination/init(parsing:home:base:)`` takes.
  public var destination: String
  /// When it was uploaded, in seconds since 1970.
  public var uploadedAt: Double

  /// A file that belongs to a car.
  public init(id: Int64, car: Car.ID, file: StoredFile, destination: String, uploadedAt: Double) {
    self.id = id
    self.car = car
    self.file = file
    self.destination = destination
    self.uploadedAt = uploadedAt
  }
}
