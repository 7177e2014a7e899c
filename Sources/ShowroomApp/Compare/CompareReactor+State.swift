import Catalogue
import ReactorCore

extension CompareReactor {
  /// A car of the comparison.
  public struct Column: Sendable, Hashable {
    /// The car's identity.
    public let id: Car.ID
    /// The car as it was read last; it stays after the car is gone, so that its name can be told.
    public internal(set) var lastKnown: Car?
    /// Whether the catalogue has it no longer.
    public internal(set) var isGone = false
    /// Whether the user follows it.
    public internal(set) var isFavourite = false

    init(id: Car.ID) { self.id = id }

    /// The car; `nil` before it was read and after it is gone.
    public var car: Car? { isGone ? nil : lastKnown }
  }

  /// What the screen shows.
  public struct State: Sendable {
    /// The cars, from left to right.
    public internal(set) var columns: [Column]
    /// The place of the selected one.
    public internal(set) var selected = 0
    /// Whether only what differs is shown.
    public internal(set) var onlyDifferences = false
    /// Why the catalogue could not be read; `nil` when it could.
    public internal(set) var failure: CatalogueError?
    /// A car that is to be opened.
    @Pulse public internal(set) var opened: Car.ID?
    /// There is nothing left to compare.
    @Pulse public internal(set) var closed: Void?

    init(columns: [Column]) { self.columns = columns }

    /// The selected car.
    public var selectedColumn: Column? { columns.indices.contains(selected) ? columns[selected] : nil }

    mutating func take(_ cars: [Car.ID: Car], _ favourites: Set<Car.ID>) {
      failure = nil
      for place in columns.indices {
        let id = columns[place].id
        columns[place].isGone = cars[id] == nil
        columns[place].lastKnown = cars[id] ?? columns[place].lastKnown
        columns[place].isFavourite = favourites.contains(id)
      }
    }
  }
}
