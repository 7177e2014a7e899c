import ShowroomCatalog

extension CompareReactor {
  /// A car in the comparison.
  package struct Column: Sendable, Hashable {
    package let id: Car.ID
    /// The car as last loaded. It is kept after the car has been removed, so that its name can be shown.
    package internal(set) var lastKnown: Car?
    /// Whether the catalog no longer contains the car.
    package internal(set) var isGone = false
    package internal(set) var isFavorite = false

    init(id: Car.ID) { self.id = id }

    /// The car; `nil` before it is loaded and after it has been removed from the catalog.
    package var car: Car? { isGone ? nil : lastKnown }

    /// The name without the model year; `nil` before the car is loaded.
    var name: String? { lastKnown.map { "\($0.make) \($0.model)" } }
  }

  /// The contents of the screen.
  package struct State: Sendable {
    /// The compared cars, from left to right.
    package internal(set) var columns: [Column]
    /// The position of the selected car.
    package internal(set) var selected = 0
    /// Whether only the facts that differ are shown.
    package internal(set) var onlyDifferences = false
    /// The reason why the cars could not be loaded.
    package internal(set) var failure: CatalogError?

    init(columns: [Column]) { self.columns = columns }

    /// The selected car.
    package var selectedColumn: Column? { columns.indices.contains(selected) ? columns[selected] : nil }

    mutating func update(_ cars: [Car.ID: Car], _ favorites: Set<Car.ID>) {
      failure = nil
      for place in columns.indices {
        let id = columns[place].id
        columns[place].isGone = cars[id] == nil
        columns[place].lastKnown = cars[id] ?? columns[place].lastKnown
        columns[place].isFavorite = favorites.contains(id)
      }
    }
  }
}

/// The marked cars, in the order in which they were marked. They form a shortlist to compare and export.
struct CompareMarks: Sendable, Hashable {
  var ids: [Car.ID]

  init(_ ids: [Car.ID]) { self.ids = ids }

  /// The advice shown if fewer than two cars are to be compared.
  static let tooFewAdvice = "Mark two or more cars to compare them."

  /// The explanation of the commands that compare the marked cars.
  static let compareHelp = "Shows the marked cars side by side."

  /// Returns the marks after toggling the mark of a car.
  func toggling(_ id: Car.ID) -> CompareMarks {
    CompareMarks(ids.contains(id) ? ids.filter { $0 != id } : ids + [id])
  }

  /// Returns the cars to compare: the marked cars or, if only one is marked, that car and `selected`. Returns `nil` if
  /// there are fewer than two.
  func compared(with selected: Car.ID?) -> [Car.ID]? {
    var ids = ids
    if ids.count == 1, let selected, selected != ids[0] { ids.append(selected) }
    return ids.count > 1 ? ids : nil
  }
}
