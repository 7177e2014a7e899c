import ShowroomTestSupport
import Testing

@testable import ShowroomApp
@testable import ShowroomCatalog

/// The rows of a folded list, compared with those of a plain model of folding.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct ModelRowsTests {
  /// The expected rows of a folded list, computed from strings in the simplest way.
  fileprivate struct PlainRows {
    var rows: [ListRow.ID] = []
    /// The variants of each model, in the order of the list.
    var models: [[Car]] = []
    /// The cars of the rows.
    var cars: [Car.ID] = []

    static func name(_ car: Car) -> String { "\(car.make.lowercased())/\(car.baseModel.lowercased())/\(car.year)" }

    init(_ listed: [Car], unfolded: Set<String>) {
      for car in listed {
        if let place = models.firstIndex(where: { Self.name($0[0]) == Self.name(car) }) {
          models[place].append(car)
        } else {
          models.append([car])
        }
      }
      for variants in models {
        let ids = variants.map(\.id)
        let isUnfolded = ids.count > 1 && unfolded.contains(Self.name(variants[0]))
        if ids.count > 1 { rows.append(.model(of: ids[0])) }
        if ids.count == 1 || isUnfolded { rows += ids.map { .car($0) } }
        cars += isUnfolded ? ids : [ids[0]]
      }
    }
  }

  @Test func `rows equal those of a plain model, regardless of what is searched, sorted and folded`() async throws {
    for seed in SoakSeeds(12) {
      var chance = SeededChance(seed: seed)
      let cars = (1...60).map { id in
        Car(
          id: Car.ID(id), make: ["Kia", "KIA", "BMW"].randomElement(using: &chance) ?? "",
          model: "M\(Int.random(in: 0..<5, using: &chance))", year: Int.random(in: 2022...2024, using: &chance),
          baseModel: ["B1", "b1", "B2"].randomElement(using: &chance),
          fuel: [.gasoline, .electric].randomElement(using: &chance) ?? .unknown,
          combinedMPG: Bool.random(using: &chance) ? Double(Int.random(in: 20...30, using: &chance)) : nil)
      }
      let known = Dictionary(uniqueKeysWithValues: cars.map { ($0.id, $0) })
      let index = CatalogIndex(cars: cars)
      let reactor = CarListReactor(catalog: try await CatalogFixture([]).live())
      var state = CarListReactor.State()
      state.isFolded = true
      var unfolded: Set<String> = []

      for step in 0..<40 {
        if step == 0 || Int.random(in: 0..<4, using: &chance) == 0 {
          let query = ["", "kia", "bmw year:2023", "m1", "mpg>25", "fuel:electric"].randomElement(using: &chance) ?? ""
          let sort = Sort(CarField.sorted.randomElement(using: &chance), ascending: .random(using: &chance))
          let found = try #require(index.search(.parse(query), sort: sort))
          reactor.reduce(into: &state, mutation: .setFound(.matches(found), index, index.models(of: found)))
        } else if let id = state.listing.cars.randomElement(using: &chance), let car = known[id] {
          let isUnfolded = Bool.random(using: &chance)
          reactor.reduce(into: &state, mutation: .setUnfolded(id, isUnfolded))
          if isUnfolded { unfolded.insert(PlainRows.name(car)) } else { unfolded.remove(PlainRows.name(car)) }
        }

        let listing = state.listing
        let plain = PlainRows(listing.cars.compactMap { known[$0] }, unfolded: unfolded)
        let rows = (0..<listing.rowCount).map(listing.rowID)
        #expect(rows == plain.rows, "seed \(seed), step \(step)")
        #expect(rows.map(listing.position(ofRow:)) == rows.indices.map { $0 }, "seed \(seed), step \(step)")
        #expect(listing.modelCount == plain.models.count)
        for (position, row) in rows.enumerated() {
          let made = listing.listRow(at: position)
          #expect(made.id == row && made.model?.count ?? 1 == (made.model == nil ? 1 : plain.variants(of: row.car)))
          #expect(listing.modelNumber(at: position) == plain.number(of: row.car), "seed \(seed), step \(step)")
        }
        let sequence = listing.sequence(showing: 0)
        #expect((0..<sequence.count).compactMap(sequence.id) == plain.cars, "seed \(seed), step \(step)")
        // A hidden variant is found at the row of its model, and a car that is not listed nowhere.
        for car in cars {
          let isListed = listing.position(of: car.id) != nil
          let shown = plain.rows.firstIndex(of: .car(car.id)) ?? plain.model(of: car.id).flatMap(plain.rows.firstIndex)
          #expect(listing.position(ofRow: .car(car.id)) == (isListed ? shown : nil), "seed \(seed), step \(step)")
        }
      }
    }
  }
}

extension ModelRowsTests.PlainRows {
  fileprivate func variants(of id: Car.ID) -> Int { models.first { $0.contains { $0.id == id } }?.count ?? 0 }

  fileprivate func number(of id: Car.ID) -> Int? { models.firstIndex { $0.contains { $0.id == id } }.map { $0 + 1 } }

  fileprivate func model(of id: Car.ID) -> ListRow.ID? {
    models.first { $0.contains { $0.id == id } }.map { .model(of: $0[0].id) }
  }
}

extension CarListing {
  /// The IDs of the listed cars, in the order of the search.
  fileprivate var cars: [Car.ID] { (0..<count).map { id(at: $0) } }
}
