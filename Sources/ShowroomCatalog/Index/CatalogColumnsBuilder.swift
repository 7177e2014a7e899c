/// A builder of ``CatalogColumns`` from cars in any order.
struct CatalogColumnsBuilder {
  struct Row {
    var id: Car.ID
    var name: Int32
    var year: Int16
    var vehicleClass: Int32
    var fuel: UInt8
    var fuelName: Int32
    var drive: Int32
    var transmission: Int32
    var cylinders: UInt8
    var comparedMPG: Double
    var co2: Double
    var annualFuelCost: Double
    var electricRange: Double
    var displacement: Double
    var isWithdrawn: Bool
  }

  var rows: [Row] = []
  var plugIns: [Car.ID: CatalogColumns.PlugIn] = [:]
  var makes = StringPoolBuilder()
  var models = StringPoolBuilder()
  var classes = StringPoolBuilder()
  var fuelNames = StringPoolBuilder()
  var drives = StringPoolBuilder()
  var transmissions = StringPoolBuilder()
  /// The number of each pair of a make (high half) and a model (low half).
  private(set) var names: [UInt64: Int32] = [:]

  /// Returns the number of the name that a make and a model form.
  mutating func name(make: Int32, model: Int32) -> Int32 {
    let key = UInt64(make) << 32 | UInt64(model)
    if let number = names[key] { return number }
    let number = Int32(names.count)
    names[key] = number
    return number
  }
}
