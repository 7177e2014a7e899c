import ShowroomCatalog

/// A row of the list: a car, or a model whose variants are folded into it.
struct ListRow: Sendable, Identifiable {
  /// The identity of a row. A selected row stays selected by its identity when the rows change.
  enum ID: Sendable, Hashable {
    case car(Car.ID)
    /// The model of a car, which can be any of its variants.
    case model(of: Car.ID)

    /// The car, or the variant that identifies the model.
    var car: Car.ID {
      switch self {
      case .car(let id), .model(let id): id
      }
    }
  }

  let id: ID
  /// The car that commands act on. For a model, this is the first variant.
  let car: CarRow
  /// The variants of a model, if there are several; `nil` for a car.
  private(set) var model: ModelVariants?
  /// Whether the row is a car shown below its model.
  private(set) var isVariant = false
  /// The changes that the latest refresh made to the car or, for a model, to its variants.
  private(set) var changes: [Change]

  /// A change that the latest refresh made to a car.
  struct Change: Sendable, Hashable {
    let car: Car.ID
    /// The field `new` or `changed`.
    let field: CarField

    init?(_ car: Car.ID, _ field: CarField?) {
      guard let field else { return nil }
      (self.car, self.field) = (car, field)
    }

    init?(_ index: CatalogIndex, at ordinal: Int) { self.init(index.id(at: ordinal), index.change(at: ordinal)) }
  }

  init(_ car: CarRow, isVariant: Bool = false) {
    (id, self.car, self.isVariant) = (.car(car.id), car, isVariant)
    changes = Change(car.id, car.change).map { [$0] } ?? []
  }

  init(_ model: ModelVariants, first: CarRow, changes: [Change] = []) {
    (id, car, self.model, self.changes) = (.model(of: first.id), first, model, changes)
  }

  /// The car that ``CarListReactor/Action/toggleFavorite(_:)`` acts on. For a model with favorites, this is the first
  /// favorite, so that the star can be removed where it is shown.
  var favored: Car.ID { model?.firstFavorite ?? car.id }
}

/// The rows of a list with one row per model. Unfolded models are followed by their variants.
///
/// A model with a single variant is shown as that car.
struct ModelRows: Sendable {
  enum Row: Sendable, Hashable {
    /// A car at a position of the list.
    case car(Int)
    /// A car shown below its model.
    case variant(Int)
    /// The model at a position in the list of models.
    case model(Int)
  }

  let list: ModelList
  /// The number of rows.
  let count: Int
  /// The unfolded models in the order of the list, each with the position of its row.
  private let unfolded: [(place: Int, row: Int)]

  /// Creates the rows.
  ///
  /// - Parameter unfolded: The positions of the unfolded models.
  init(_ list: ModelList, unfolded places: Set<Int> = []) {
    self.list = list
    var added = 0
    unfolded = places.sorted().compactMap { place in
      let variants = list.variants(ofModelAt: place).count
      guard variants > 1 else { return nil }
      defer { added += variants }
      return (place, place + added)
    }
    count = list.count + added
  }

  /// Returns the row at a position.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of unfolded models.
  subscript(position: Int) -> Row {
    guard let last = lastUnfolded(where: { $0.row <= position }) else { return foldedRow(ofModelAt: position) }
    let variants = list.variants(ofModelAt: last.place)
    let offset = position - last.row
    if offset == 0 { return .model(last.place) }
    return offset <= variants.count
      ? .variant(variants.lowerBound + offset - 1) : foldedRow(ofModelAt: last.place + offset - variants.count)
  }

  private func foldedRow(ofModelAt place: Int) -> Row {
    let variants = list.variants(ofModelAt: place)
    return variants.count == 1 ? .car(variants.lowerBound) : .model(place)
  }

  /// Returns whether the model at a position in the list of models is unfolded.
  func isUnfolded(_ place: Int) -> Bool { lastUnfolded { $0.place <= place }?.place == place }

  /// Returns the position of a model's row, given its position in the list of models.
  func position(ofModelAt place: Int) -> Int {
    lastUnfolded { $0.place < place }.map { last in
      last.row + list.variants(ofModelAt: last.place).count + place - last.place
    } ?? place
  }

  /// Returns the position of the row of a car, given its ordinal. If the car's model is folded, this is the position of
  /// the model. Returns `nil` if the car is not listed.
  func position(ofCar ordinal: Int) -> Int? {
    guard let place = list.place(ofModelOf: ordinal), let car = list.position(of: ordinal) else { return nil }
    let row = position(ofModelAt: place)
    return isUnfolded(place) ? row + 1 + car - list.variants(ofModelAt: place).lowerBound : row
  }

  /// Returns the position in the list of models for the model that the row at a position represents or belongs to.
  func place(ofRowAt position: Int) -> Int {
    guard let last = lastUnfolded(where: { $0.row <= position }) else { return position }
    let offset = position - last.row
    return last.place + max(0, offset - list.variants(ofModelAt: last.place).count)
  }

  /// Returns the ordinals of the cars of the rows: all variants of unfolded models, and the first variant of each other
  /// model.
  ///
  /// - Parameter ordinal: A car that represents its model instead of the first variant.
  func cars(showing ordinal: Int?) -> [Int32] {
    let shown = ordinal.flatMap { list.position(of: $0) }
    let shownPlace = ordinal.flatMap { list.place(ofModelOf: $0) }
    var cars: [Int32] = []
    cars.reserveCapacity(count)
    var next = unfolded.makeIterator()
    var open = next.next()
    for place in 0..<list.count {
      let variants = list.variants(ofModelAt: place)
      if open?.place == place {
        cars += list.ordinals[variants]
        open = next.next()
      } else {
        cars.append(list.ordinals[place == shownPlace ? shown ?? variants.lowerBound : variants.lowerBound])
      }
    }
    return cars
  }

  /// Returns the last unfolded model that satisfies a condition. The condition must hold for all models up to some
  /// position and for none after it.
  private func lastUnfolded(where holds: ((place: Int, row: Int)) -> Bool) -> (place: Int, row: Int)? {
    let end = unfolded.partitioningIndex { !holds($0) }
    return end == 0 ? nil : unfolded[end - 1]
  }
}
