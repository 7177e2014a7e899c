import ShowroomCatalog
import ShowroomFormatting
import ShowroomNetwork
import ShowroomUploads

/// The contents of the screen of a car.
package struct CarPage: Sendable, Hashable {
  /// The details that are loaded after a car is shown: its ranks among other cars, and its history.
  package struct Charts: Sendable, Hashable {
    /// The rank of the car in each known measure.
    package var classRanks: [ClassRank]
    /// The history of the model; `nil` if there is too little data for a chart.
    package var history: ModelHistory?
    /// The variants of the model in the same model year, including the car itself.
    package var siblings: [Car]
    /// The changes that refreshes made to the car, latest first.
    package var changes: [PastChange]

    package init(
      classRanks: [ClassRank] = [], history: ModelHistory? = nil, siblings: [Car] = [], changes: [PastChange] = []
    ) {
      self.classRanks = classRanks
      self.history = history
      self.siblings = siblings
      self.changes = changes
    }
  }

  package var car: Car
  package var userData: UserData
  /// The charts; `nil` until they are computed.
  package var charts: Charts?
  /// The attachments, oldest first.
  package var attachments: [Attachment]
  /// The source's page about the car; `nil` if there is none.
  package var sourcePage: WebAddress?

  package init(
    car: Car, userData: UserData = UserData(), charts: Charts? = nil, attachments: [Attachment] = [],
    sourcePage: WebAddress? = nil
  ) {
    self.car = car
    self.userData = userData
    self.charts = charts
    self.attachments = attachments
    self.sourcePage = sourcePage
  }

  /// The car with the price entered by the user.
  package var pricedCar: Car { car.priced(by: userData) }

  /// The name of the car.
  package var name: String { car.name }

  /// A request to edit the note on the car.
  var noteRequest: NoteRequest { NoteRequest(car: car, text: userData.note ?? "") }
}

/// A loader of cars and their charts. It computes charts off the main actor, because the first car of a class takes
/// several milliseconds in a large catalog.
struct CarPageLoader: Sendable {
  /// Returns a car and its charts, which require an index; `nil` if the catalog does not contain the car.
  let load: @Sendable (Car.ID, CatalogIndex?) async throws -> (car: Car, charts: CarPage.Charts?)?

  /// Creates a loader that reads from `store`.
  init(_ store: CatalogStore) {
    self.init { id, index in try await Self.read(id, index, store) }
  }

  init(load: @escaping @Sendable (Car.ID, CatalogIndex?) async throws -> (car: Car, charts: CarPage.Charts?)?) {
    self.load = load
  }

  @concurrent
  private static func read(
    _ id: Car.ID, _ index: CatalogIndex?, _ store: CatalogStore
  ) async throws -> (car: Car, charts: CarPage.Charts?)? {
    // While a key is held down, only the last car is needed.
    try Task.checkCancellation()
    guard let car = try store.car(id: id) else { return nil }
    guard let index else { return (car, nil) }
    try Task.checkCancellation()
    let years = try store.modelYears(of: car)
    let siblings = try store.siblings(of: car)
    let changes = try store.pastChanges(of: car)
    try Task.checkCancellation()
    return (
      car,
      CarPage.Charts(
        classRanks: ClassRank.all(of: car, in: index), history: ModelHistory(of: car, among: years),
        siblings: siblings, changes: changes)
    )
  }
}
