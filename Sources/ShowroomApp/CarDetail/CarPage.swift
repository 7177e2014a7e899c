import Catalogue
import Uploads

/// What the detail screen shows of a car.
public struct CarPage: Sendable, Hashable {
  /// How a car compares with others: bars and a chart.
  public struct Pictures: Sendable, Hashable {
    /// Its place in each measure that is known of it.
    public var standings: [Standing]
    /// Its model over the years; `nil` where there is too little for a chart.
    public var history: ModelHistory?

    /// Makes pictures.
    public init(standings: [Standing] = [], history: ModelHistory? = nil) {
      self.standings = standings
      self.history = history
    }
  }

  /// What is known about the car.
  public var car: Car
  /// What the user has on it.
  public var userData: UserData
  /// How it compares; `nil` while that is being worked out.
  public var pictures: Pictures?
  /// The files that belong to it, oldest first.
  public var attachments: [Attachment]

  /// Makes a page.
  public init(
    car: Car, userData: UserData = UserData(), pictures: Pictures? = nil, attachments: [Attachment] = []
  ) {
    self.car = car
    self.userData = userData
    self.pictures = pictures
    self.attachments = attachments
  }

  /// The maker, the model and the year: `Kia K5 2021`.
  public var name: String { "\(car.make) \(car.model) \(car.year)" }
}

/// Reads a car and makes its pictures, away from the main actor: with a large catalogue the first car of a class costs
/// milliseconds.
struct CarPageLoader: Sendable {
  /// The car and its pictures; no pictures without an index; `nil` when there is no such car.
  let load: @Sendable (Car.ID, CatalogueIndex?) async throws -> (car: Car, pictures: CarPage.Pictures?)?

  /// Reads from `store`.
  init(_ store: CatalogueStore) {
    self.init { id, index in try await Self.read(id, index, store) }
  }

  init(load: @escaping @Sendable (Car.ID, CatalogueIndex?) async throws -> (car: Car, pictures: CarPage.Pictures?)?) {
    self.load = load
  }

  @concurrent
  private static func read(
    _ id: Car.ID, _ index: CatalogueIndex?, _ store: CatalogueStore
  ) async throws -> (car: Car, pictures: CarPage.Pictures?)? {
    // Of a key that is held down only the last car is wanted.
    try Task.checkCancellation()
    guard let car = try store.car(id: id) else { return nil }
    guard let index else { return (car, nil) }
    try Task.checkCancellation()
    let relatives = try store.modelYears(of: car)
    try Task.checkCancellation()
    return (
      car,
      CarPage.Pictures(
        standings: Standing.all(of: car, in: index), history: ModelHistory(of: car, among: relatives))
    )
  }
}
