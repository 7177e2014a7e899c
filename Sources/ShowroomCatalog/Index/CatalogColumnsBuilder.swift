/// The fields whose values an index contains in addition to the make, the model, the year and the fuel.
struct IndexedFields: Sendable {
  let texts: [CarField]
  let numbers: [CarField]
  let flags: [CarField]
  /// Whether base models, by which a list is folded, are read.
  let hasFamilies: Bool

  static let all = IndexedFields { _ in true }

  /// Creates the fields that are searched for words and that lists show by default, plus some others.
  init(with others: Set<CarField>) { self.init { CarField.usual.contains($0) || others.contains($0) } }

  private init(_ isIncluded: (CarField) -> Bool) {
    texts = CarField.indexedTexts.filter(isIncluded)
    numbers = CarField.indexed.filter(isIncluded)
    flags = CarField.storedFlags.filter(isIncluded)
    hasFamilies = isIncluded(.baseModel)
  }
}

/// A builder of ``CatalogColumns`` from cars in any order.
struct CatalogColumnsBuilder {
  struct Row {
    var id: Car.ID
    var name: Int32
    var year: Int16
    var fuel: UInt8
    var isWithdrawn: Bool
  }

  /// The strings of a field, and for each car the number of its string.
  struct Texts {
    var numbers: [Int32] = []
    var pool = StringPoolBuilder()
  }

  let fields: IndexedFields
  var rows: [Row] = []
  /// The values of ``fields``, in order.
  var texts: [Texts]
  var numbers: [NumberColumnBuilder]
  var flags: [[Bool?]]
  /// The base models, if they are read.
  var families = Texts()
  /// The cars that the latest refresh added and changed, by the flag for each kind.
  var changes: [CarField: Set<Car.ID>] = [.new: [], .changed: []]
  /// The ID of the latest refresh; `nil` if none is recorded.
  var latestRefresh: Int64?
  var plugIns: [Car.ID: CatalogColumns.PlugIn] = [:]
  var makes = StringPoolBuilder()
  var models = StringPoolBuilder()
  /// The number of each pair of a make (high half) and a model (low half).
  private(set) var names: [UInt64: Int32] = [:]

  init(_ fields: IndexedFields = .all) {
    self.fields = fields
    texts = fields.texts.map { _ in Texts() }
    numbers = fields.numbers.map { _ in NumberColumnBuilder() }
    flags = fields.flags.map { _ in [] }
  }

  /// Returns the number of the name formed by a make and a model.
  mutating func name(make: Int32, model: Int32) -> Int32 {
    let key = UInt64(make) << 32 | UInt64(model)
    if let number = names[key] { return number }
    let number = Int32(names.count)
    names[key] = number
    return number
  }
}

extension CatalogColumnsBuilder {
  /// Creates a builder that contains cars.
  init(_ cars: [Car]) {
    self.init()
    func number(_ text: String?, in pool: inout StringPoolBuilder) -> Int32 {
      guard var text else { return CatalogColumns.none }
      return text.withUTF8 { pool.number(of: UnsafeRawBufferPointer($0)) }
    }
    for car in cars {
      let make = number(car.make, in: &makes)
      let model = number(car.model, in: &models)
      let name = self.name(make: make, model: model)
      let row = CatalogColumnsBuilder.Row(
        id: car.id, name: name, year: Int16(car.year), fuel: car.fuel.rawValue, isWithdrawn: car.isWithdrawn)
      rows.append(row)
      if fields.hasFamilies { families.numbers.append(number(car.baseModel, in: &families.pool)) }
      for (place, field) in fields.texts.enumerated() {
        guard case .text(let text) = field.value(of: car) else { continue }
        texts[place].numbers.append(number(text, in: &texts[place].pool))
      }
      for (place, field) in fields.numbers.enumerated() {
        numbers[place].append(field.comparedNumber(of: car) ?? .nan)
      }
      for (place, field) in fields.flags.enumerated() {
        guard case .flag(let flag) = field.value(of: car) else { continue }
        flags[place].append(flag)
      }
      if car.isBlended {
        plugIns[car.id] = CatalogColumns.PlugIn(
          combinedMPG: car.combinedMPG ?? .nan, electricMPG: car[.electricMPG] ?? .nan,
          blendedMPG: car[.blendedMPG] ?? .nan)
      }
    }
  }
}
