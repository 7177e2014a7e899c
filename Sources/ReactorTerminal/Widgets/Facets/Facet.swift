/// A property for narrowing a list, with the number of items for each value. A facet is a section of a ``FacetList``.
///
/// ```swift
/// Facet(id: "make", title: "Make", .values([Facet.Value(id: "kia", label: "Kia", count: 861)]))
/// Facet(id: "year", title: "Year", .range((1984...2026).map { Facet.Bucket("\($0)", count: counts[$0] ?? 0) }))
/// ```
public struct Facet: Sendable, Hashable, Identifiable {
  /// A value that items have.
  public struct Value: Sendable, Hashable, Identifiable {
    /// The value's ID, as used in code.
    public var id: String
    /// The text.
    public var label: String
    /// The number of items with the value.
    public var count: Int

    /// Creates a value.
    ///
    /// - Parameters:
    ///   - id: The value's ID, as used in code.
    ///   - label: The text.
    ///   - count: The number of items with the value.
    public init(id: String, label: String, count: Int) {
      self.id = id
      self.label = label
      self.count = count
    }
  }

  /// A range of numbers.
  public struct Bucket: Sendable, Hashable {
    /// The text of the lower bound.
    public var from: String
    /// The text of the upper bound.
    public var to: String
    /// The number of items in the range.
    public var count: Int

    /// Creates a bucket.
    ///
    /// - Parameters:
    ///   - from: The text of the lower bound.
    ///   - to: The text of the upper bound; `nil` if it equals the lower one.
    ///   - count: The number of items in the range.
    public init(_ from: String, to: String? = nil, count: Int) {
      self.from = from
      self.to = to ?? from
      self.count = count
    }
  }

  /// The values of a facet.
  public enum Content: Sendable, Hashable {
    /// Values that can each be checked, in the order in which they are shown.
    case values([Value])
    /// Numbers from which a range can be selected, from low to high.
    case range([Bucket])
  }

  /// The facet's ID, as used in code.
  public var id: String
  /// The heading.
  public var title: String
  /// The values.
  public var content: Content

  /// Creates a facet.
  ///
  /// - Parameters:
  ///   - id: The facet's ID, as used in code.
  ///   - title: The heading.
  ///   - content: The values.
  public init(id: String, title: String, _ content: Content) {
    self.id = id
    self.title = title
    self.content = content
  }

  /// The number of items that the cursor can be on. A range counts as one item.
  var itemCount: Int {
    switch content {
    case .values(let values): values.count
    case .range(let buckets): buckets.isEmpty ? 0 : 1
    }
  }
}

/// The values and ranges that are selected in a ``FacetList``.
public struct FacetSelection: Sendable, Hashable {
  /// The IDs of the checked values, by facet ID. Facets without checked values are absent.
  public private(set) var values: [Facet.ID: Set<Facet.Value.ID>]
  /// The indices of the selected buckets, by facet ID. Facets without a range are absent.
  public private(set) var ranges: [Facet.ID: ClosedRange<Int>]

  /// Creates a selection.
  ///
  /// - Parameters:
  ///   - values: The IDs of the checked values, by facet ID.
  ///   - ranges: The indices of the selected buckets, by facet ID.
  public init(values: [Facet.ID: Set<Facet.Value.ID>] = [:], ranges: [Facet.ID: ClosedRange<Int>] = [:]) {
    self.values = values.filter { !$0.value.isEmpty }
    self.ranges = ranges
  }

  /// Whether nothing is selected.
  public var isEmpty: Bool { values.isEmpty && ranges.isEmpty }

  /// Returns whether a value is checked.
  public func contains(_ value: Facet.Value.ID, in facet: Facet.ID) -> Bool { values[facet]?.contains(value) == true }

  /// Checks a value, or unchecks it.
  public mutating func toggle(_ value: Facet.Value.ID, in facet: Facet.ID) {
    let changed = values[facet, default: []].symmetricDifference([value])
    values[facet] = changed.isEmpty ? nil : changed
  }

  /// Selects a range of buckets; `nil` selects all.
  public mutating func select(_ range: ClosedRange<Int>?, in facet: Facet.ID) { ranges[facet] = range }

  /// Clears the selection in a facet.
  public mutating func clear(_ facet: Facet.ID) {
    values[facet] = nil
    ranges[facet] = nil
  }
}
