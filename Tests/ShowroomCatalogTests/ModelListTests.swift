import GRDB
import ShowroomTestSupport
import Testing

@testable import ShowroomCatalog

/// The cars of a search by model.
@Suite(.timeLimit(.minutes(20)))
struct ModelListTests {
  /// Two models of two years, with variants under several names, in an order that tells them apart.
  static let cars = [
    Car(id: 1, make: "Kia", model: "Niro", year: 2024, baseModel: "Niro", fuel: .hybrid, combinedMPG: 53),
    Car(id: 2, make: "Kia", model: "Niro FE", year: 2024, baseModel: "Niro", fuel: .hybrid, combinedMPG: 49),
    Car(id: 3, make: "KIA", model: "Niro Electric", year: 2024, baseModel: "niro", fuel: .electric, combinedMPG: 113),
    Car(id: 4, make: "Kia", model: "Niro", year: 2023, baseModel: "Niro", fuel: .hybrid, combinedMPG: 53),
    Car(id: 5, make: "Kia", model: "Rio", year: 2024, fuel: .gasoline),
    Car(id: 6, make: "Dacia", model: "Niro", year: 2024, fuel: .gasoline, combinedMPG: 30),
  ]

  /// Returns the IDs of the variants of each model.
  private func groups(_ sort: Sort, _ query: String = "") throws -> [[Car.ID]] {
    let index = CatalogIndex(cars: Self.cars)
    let found = try #require(index.search(.parse(query), sort: sort))
    let list = index.models(of: found)
    return (0..<list.count).map { index.variants(ofModelAt: $0, in: list).ids }
  }

  @Test func `a model is a make, a model family and a model year, in any case of its letters`() throws {
    #expect(try groups(.standard) == [[6], [1, 3, 2], [5], [4]])
  }

  @Test func `a model is placed by its first car, and its variants keep the order of the list`() throws {
    #expect(try groups(Sort(.economy, ascending: false)) == [[3, 1, 2], [4], [6], [5]])
    #expect(try groups(Sort(.economy)) == [[6], [2, 1, 3], [4], [5]])
  }

  @Test func `only the cars of the search are variants`() throws {
    #expect(try groups(.standard, "fuel:hybrid") == [[1, 2], [4]])
    #expect(try groups(.standard, "fuel:diesel").isEmpty)
  }

  @Test func `variants have the name, the range and the number of different values of what is listed`() throws {
    let index = CatalogIndex(cars: Self.cars)
    let list = index.models(of: try #require(index.search(.all)))
    let niro = index.variants(ofModelAt: 1, in: list)

    #expect(niro.name.lowercased() == "niro" && niro.count == 3)
    #expect(niro.range(of: .economy) == 49...113)
    #expect(niro.range(of: .co2) == nil)
    #expect(niro.numberOfValues(of: .model) == 3 && niro.numberOfValues(of: .fuel) == 2)
    #expect(niro.fuels == [.hybrid, .electric])
    #expect(index.variants(ofModelAt: 2, in: list).range(of: .economy) == nil)
  }

  @Test func `a favorite, a note and attachments of any variant are those of the model`() throws {
    let index = CatalogIndex(cars: Self.cars).updatingUserData([2: UserData(isFavorite: true, note: "x")])
      .updatingFiles([3])
    let list = index.models(of: try #require(index.search(.all)))
    let (niro, rio) = (index.variants(ofModelAt: 1, in: list), index.variants(ofModelAt: 2, in: list))

    #expect(niro.firstFavorite == 2 && niro.haveNote && niro.haveFiles)
    #expect(rio.firstFavorite == nil && !rio.haveNote && !rio.haveFiles)
  }

  @Test func `models of the whole catalog partition its cars, and ranges are those of a loop over them`() async throws {
    let folder = try TemporaryFolder()
    let store = try CatalogStore(directory: folder.url)
    _ = try await store.refresh(from: .file(RealData.cars))
    let index = try store.loadIndex()
    let names = try store.read { db in
      try Row.fetchAll(db, sql: "SELECT id, makeKey || '/' || lower(baseModel) || '/' || year FROM car")
    }
    let models = Dictionary(uniqueKeysWithValues: names.map { (Car.ID($0[0] as Int64), $0[1] as String) })

    for sort in [Sort.standard, Sort(.economy, ascending: false), Sort(.cost).then(.natural(.year))] {
      let found = try #require(index.search(.all, sort: sort))
      let list = index.models(of: found)
      var expected: [String: [Int32]] = [:]
      var order: [String] = []
      for car in found.ordinals {
        let model = models[index.id(at: Int(car))] ?? ""
        if expected[model] == nil { order.append(model) }
        expected[model, default: []].append(car)
      }
      #expect(index.count == 49_582 && list.count == order.count && list.count == Set(models.values).count)
      var wrong: [String] = []
      for (place, model) in order.enumerated()
      where expected[model] != Array(list.ordinals[list.variants(ofModelAt: place)]) { wrong.append(model) }
      #expect(wrong.isEmpty, "\(wrong.prefix(5))")
      #expect(list.ordinals.sorted() == (0..<Int32(index.count)).map { $0 })

      guard sort == .standard else { continue }
      let fields = CarField.columns.filter { $0.isNumeric && $0.isInRow && $0 != .id }
      let rows = found.ordinals.indices.map { index.row(at: $0) }
      for place in order.indices {
        let variants = index.variants(ofModelAt: place, in: list)
        let cars = list.ordinals[list.variants(ofModelAt: place)].map { rows[Int($0)].car }
        for field in fields {
          let numbers = cars.compactMap { field.comparedNumber(of: $0) }
          let range = numbers.min().flatMap { low in numbers.max().map { low...$0 } }
          if variants.range(of: field) != range { wrong.append("\(order[place]) \(field)") }
        }
        if variants.fuels != Set(cars.map(\.fuel)) { wrong.append("\(order[place]) fuels") }
        if variants.numberOfValues(of: .transmission) != Set(cars.map(\.transmission)).count {
          wrong.append("\(order[place]) transmissions")
        }
      }
      #expect(wrong.isEmpty, "\(wrong.prefix(5)) of \(wrong.count)")
    }
  }

  @Test func `positions are those of a plain search, regardless of what is listed`() throws {
    var chance = SeededChance(seed: 20_261)
    let cars = (1...400).map { id in
      Car(
        id: Car.ID(id), make: ["Kia", "kia", "BMW"].randomElement(using: &chance) ?? "",
        model: "M\(Int.random(in: 0..<6, using: &chance))", year: Int.random(in: 2020...2023, using: &chance),
        baseModel: "B\(Int.random(in: 0..<4, using: &chance))", combinedMPG: Double.random(in: 10...60, using: &chance))
    }
    let index = CatalogIndex(cars: cars)
    for query in ["", "kia", "year:2021", "m3 mpg>30", "nothing"] {
      let sort = Sort(CarField.sorted.randomElement(using: &chance) ?? .make, ascending: .random(using: &chance))
      let found = try #require(index.search(.parse(query), sort: sort))
      let list = index.models(of: found)

      for ordinal in 0..<index.count {
        let position = list.ordinals.firstIndex(of: Int32(ordinal))
        #expect(list.position(of: ordinal) == position)
        guard let position else { continue }
        #expect(list.place(ofModelOf: ordinal).map { list.variants(ofModelAt: $0).contains(position) } == true)
      }
    }
  }
}
