import ShowroomCatalog

/// A row of the list: a car, or a model whose variants are folded into it.
struct ListRow: Sendable, Identifiable {
  /// The identity of a row, by which it stays selected when the rows change.
  enum ID: Sendable, Hashable {
    case car(Car.ID)
    /// The model of a car, whichever of its variants that is.
    case model(of: Car.ID)

    /// The car, or the variant by which the model is identified.
    var car: Car.ID {
      switch self {
      case .car(let id), .model(let id): id
      }
    }
  }

  let id: ID
  /// The car that the commands act on; of a model, the first variant.
  let car: CarRow
  /// The variants of a model that has several; `nil` for a car.
  private(set) var model: ModelVariants?
  /// Whether the row is a car below the row of its model.
  private(set) var isVariant = false
  /// Whether the latest refresh brought (`.new`) or changed the car, or, of a model, its first variant with news.
  private(set) var news: CarField?

  /// Creates the row of a car.
  init(_ car: CarRow, isVariant: Bool = false, news: CarField? = nil) {
    (id, self.car, self.isVariant, self.news) = (.car(car.id), car, isVariant, news)
  }

  /// Creates the row of a model.
  init(_ model: ModelVariants, first: CarRow, news: CarField? = nil) {
    (id, car, self.model, self.news) = (.model(of: first.id), first, model, news)
  }

  /// The car that ``CarListReactor/Action/toggleFavorite(_:)`` acts on: of a model with favorites the first of them, so
  /// that the star can be removed where it is shown.
  var favored: Car.ID { model?.firstFavorite ?? car.id }
}

/// The rows of a list with one row for each model, some of which are unfolded: their variants follow them.
///
/// A model with one variant is the row of that car.
struct ModelRows: Sendable {
  enum Row: Sendable, Hashable {
    /// A car at a position of the list.
    case car(Int)
    /// A car below the row of its model.
    case variant(Int)
    /// The model at a place of the list.
    case model(Int)
  }

  let list: ModelList
  /// The number of rows.
  let count: Int
  /// The unfolded models in the order of the list, each with the position of its row.
  private let unfolded: [(place: Int, row: Int)]

  /// Creates the rows.
  ///
  /// - Parameter unfolded: The places of the models that are unfolded.
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

  /// Returns whether a model is unfolded, given its place.
  func isUnfolded(_ place: Int) -> Bool { lastUnfolded { $0.place <= place }?.place == place }

  /// Returns the position of the row of a model, given its place.
  func position(ofModelAt place: Int) -> Int {
    lastUnfolded { $0.place < place }.map { last in
      last.row + list.variants(ofModelAt: last.place).count + place - last.place
    } ?? place
  }

  /// Returns the position of the row of a car, given its ordinal: that of its model if it is folded. Returns `nil` if the
  /// car is not listed.
  func position(ofCar ordinal: Int) -> Int? {
    guard let place = list.place(ofModelOf: ordinal), let car = list.position(of: ordinal) else { return nil }
    let row = position(ofModelAt: place)
    return isUnfolded(place) ? row + 1 + car - list.variants(ofModelAt: place).lowerBound : row
  }

  /// Returns the place of the model that the row at a position is, or belongs to.
  func place(ofRowAt position: Int) -> Int {
    guard let last = lastUnfolded(where: { $0.row <= position }) else { return position }
    let offset = position - last.row
    return last.place + max(0, offset - list.variants(ofModelAt: last.place).count)
  }

  /// The ordinals of the cars of the rows: those of unfolded models, and of the others the first variant.
  ///
  /// - Parameter ordinal: The car that stands for its model in place of the first variant.
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

  /// Returns the last unfolded model that fulfills a condition, which those from some model on do not.
  private func lastUnfolded(where holds: ((place: Int, row: Int)) -> Bool) -> (place: Int, row: Int)? {
    let end = unfolded.partitioningIndex { !holds($0) }
    return end == 0 ? nil : unfolded[end - 1]
  }
}
