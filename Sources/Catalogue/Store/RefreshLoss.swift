/// What a refresh would take away.
public struct RefreshLoss: Sendable, Hashable {
  /// The cars there are.
  public var cars: Int
  /// Those that the source no longer has.
  public var removed: Int
  /// Of these, the ones with a star, a note, an attachment or an upload.
  public var marked: Int

  /// Makes a loss.
  public init(cars: Int, removed: Int, marked: Int = 0) {
    self.cars = cars
    self.removed = removed
    self.marked = marked
  }

  /// Whether a person is asked first: when more than a tenth of the cars would go, or any that the user has something on.
  var isLarge: Bool { removed * 10 > cars || marked > 0 }

  /// What would go, as the beginning of a sentence about the source.
  public var summary: String {
    let count = removed == cars ? "all \(cars) cars" : "\(removed) of \(cars) cars"
    guard marked > 0 else { return count }
    return count + ", \(marked) of them with a star, a note or files"
  }
}

/// Whether a refresh may take much away.
public enum ShrinkPolicy: Sendable, Hashable {
  /// It ends with ``CatalogueError/shrinks(_:source:)``, and nothing is changed.
  case refused
  /// It goes on.
  case allowed
  /// It goes on, and ``CatalogueStore/undoRefresh()`` brings back what there was, until the next refresh or the end of the
  /// program.
  case undoable
}
