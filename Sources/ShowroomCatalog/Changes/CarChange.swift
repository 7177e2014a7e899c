import Foundation

/// A car that a refresh added, changed or removed.
package struct CarChange: Sendable, Hashable {
  package enum Kind: String, Sendable, Hashable, CaseIterable {
    case new, changed, gone
  }

  package var kind: Kind
  /// The time of the refresh.
  package var refreshedAt: Date
  /// The car with the values from before the refresh in the fields that changed. Of a car that is gone, and of one that
  /// a later refresh removed, only the name is known.
  package var old: Car
  /// The car with its values after the refresh in the fields that changed.
  package var new: Car
  /// The fields that changed, in the order of exports; empty unless the kind is ``Kind/changed``.
  package var fields: [CarField] = []
}

/// The changes by one refresh or several.
package struct CatalogChanges: Sendable, Hashable {
  /// The cars by make, the newest model year of each first.
  package var cars: [CarChange] = []
  /// The number of cars of which only the cost or the base model changed (``RefreshCounts/repriced``), added up over the
  /// refreshes.
  package var repriced = 0

  package func count(_ kind: CarChange.Kind) -> Int { cars.count { $0.kind == kind } }
}
