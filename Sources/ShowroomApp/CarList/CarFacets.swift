import ShowroomCatalog

/// The values of the fields of the listed cars with their counts. Those with the same stamp are equal, so that comparing
/// them takes constant time.
package struct CarFacets: Sendable, Equatable {
  package let facets: Facets
  /// The text of the query whose cars were counted.
  let query: String
  /// The number that distinguishes these counts from earlier ones.
  let stamp: Int

  init(_ facets: Facets, of query: String, stamp: Int) {
    self.facets = facets
    self.query = query
    self.stamp = stamp
  }

  package static func == (left: CarFacets, right: CarFacets) -> Bool { left.stamp == right.stamp }
}
