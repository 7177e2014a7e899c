import Foundation

/// A car that is new, changed or gone after refreshes.
package struct CarChange: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case new, changed, gone
  }

  package var kind: Kind
  /// The car before the change; `nil` if it is new.
  package var old: Car?
  /// The car after the change. If the car is gone, its last known version, marked as withdrawn if the catalog still
  /// contains it.
  package var car: Car
  /// The fields that changed, in the order of exports; empty unless the kind is ``Kind/changed``.
  package var fields: [CarField] = []
}

/// The change that one refresh made to a car.
package struct PastChange: Sendable, Hashable {
  /// The time of the refresh.
  package var date: Date
  package var change: CarChange

  package init(date: Date, change: CarChange) {
    self.date = date
    self.change = change
  }
}

/// The changes made by one or more refreshes.
package struct CatalogChanges: Sendable, Hashable {
  /// The times of the first and the last refresh; `nil` if there was none.
  package var period: ClosedRange<Date>?
  /// The cars by make, with the newest model year of each make first.
  package var cars: [CarChange] = []
  /// The number of cars of which only the cost or the base model changed (``RefreshCounts/repriced``), summed over the
  /// refreshes.
  package var repriced = 0
  /// Whether the latest refresh replaced the catalog, so that there is nothing to compare it with.
  package var isReplacement = false

  package init() {}

  package func count(_ kind: CarChange.Kind) -> Int { cars.count { $0.kind == kind } }
}
