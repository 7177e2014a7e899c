import Foundation

/// A car that is new, changed or gone.
package struct CarChange: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case new, changed, gone
  }

  package var kind: Kind
  /// The car before; `nil` if it is new.
  package var old: Car?
  /// The car now; of one that is gone, as it was.
  package var car: Car
  /// The fields that changed, in the order of exports; empty unless the kind is ``Kind/changed``.
  package var fields: [CarField] = []
}

/// What one refresh did to a car.
package struct PastChange: Sendable, Hashable {
  /// The time of the refresh.
  package var date: Date
  package var change: CarChange

  package init(date: Date, change: CarChange) {
    self.date = date
    self.change = change
  }
}

/// The changes by one refresh or several.
package struct CatalogChanges: Sendable, Hashable {
  /// The times of the first and the last refresh; `nil` if there was none.
  package var period: ClosedRange<Date>?
  /// The cars by make, the newest model year of each first.
  package var cars: [CarChange] = []
  /// The number of cars of which only the cost or the base model changed (``RefreshCounts/repriced``), added up over the
  /// refreshes.
  package var repriced = 0

  package init() {}

  package func count(_ kind: CarChange.Kind) -> Int { cars.count { $0.kind == kind } }
}
