import Foundation
import Logging
import ReactorCore
import ShowroomCatalog

@testable import ShowroomApp

/// A real catalog in a temporary folder, with a few cars and all kinds of unknown values.
@MainActor
final class Showcase {
  /// The longest time that a test waits for the disk, which other tests use too.
  static let timeout: Duration = .seconds(600)

  let store: CatalogStore
  let live: LiveCatalog
  private let folder: URL

  /// Creates a catalog of the entries and loads its index by default.
  init(_ entries: [String] = Showcase.entries, loadIndex: Bool = true) async throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("showroom-app-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    store = try CatalogStore(directory: folder.appendingPathComponent("data"))
    live = LiveCatalog(store: store, source: .file(folder.appendingPathComponent("cars.json")))
    try await replaceCars(entries)
    if loadIndex { try await loadIndexNow() }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Refreshes from a source with only these entries.
  func replaceCars(_ entries: [String]) async throws {
    let file = folder.appendingPathComponent("cars.json")
    let list = entries.joined(separator: ",\n")
    let text = #"{"format": "showroom-catalog", "version": 1, "name": "Test", "cars": [\#(list)]}"#
    try Data(text.utf8).write(to: file)
    _ = try await store.refresh(from: .file(file))
  }

  /// Loads the index and waits for it, without following the database.
  func loadIndexNow() async throws {
    let generation = live.generation
    live.reload()
    for try await _ in live.index.asObservable().values where live.generation > generation { return }
  }

  /// Waits until the state of a reactor satisfies a condition.
  func wait<R: Reactor>(for reactor: R, until isMet: @escaping @MainActor (R.State) -> Bool) async throws {
    for try await state in reactor.state.values where isMet(state) { return }
  }

  func car(_ id: Car.ID) throws -> Car {
    guard let car = try store.car(id: id) else { throw NoSuchCar() }
    return car
  }

  struct NoSuchCar: Error {}

  // MARK: Cars

  static func entry(
    _ id: Int, _ make: String, _ model: String, _ year: Int, class carClass: String? = "Midsize Cars",
    liters: Double? = nil, co2: Int? = nil, cost: Int? = nil, more: String = ""
  ) -> String {
    var parts = [#""id": \#(id), "make": "\#(make)", "model": "\#(model)", "year": \#(year)"#]
    if let carClass { parts.append(#""class": "\#(carClass)""#) }
    if let liters { parts.append(#""consumption": {"city": \#(liters + 1), "combined": \#(liters)}"#) }
    if let co2 { parts.append(#""co2": \#(co2)"#) }
    if let cost { parts.append(#""annualFuelCost": \#(cost)"#) }
    if !more.isEmpty { parts.append(more) }
    return "{" + parts.joined(separator: ", ") + "}"
  }

  static let petrol = #""fuel": "Regular petrol""#

  /// A model over the years (1–3), a rival (4), the only car of its class, without known values (5), an electric car
  /// (6), and one with a name in Hangul (7).
  static let entries = [
    entry(
      1, "Kia", "K5", 2021, liters: 8, co2: 190, cost: 1450,
      more: #""fuel": "Regular petrol", "cylinders": 4, "displacement": 1.6, "drive": "Front-Wheel Drive", "#
        + #""transmission": "Automatic (S8)""#),
    entry(2, "Kia", "K5", 2022, liters: 7.6, co2: 180, cost: 1400, more: petrol),
    entry(3, "Kia", "K5", 2024, liters: 7.2, co2: 170, cost: 1350, more: petrol),
    entry(4, "Honda", "Accord", 2021, liters: 9, co2: 210, cost: 1600, more: petrol),
    entry(5, "Tatra", "77", 1934, class: "Streamlined"),
    entry(
      6, "Hyundai", "Ioniq 6 Long Range All-Wheel Drive Limited Edition", 2024, co2: 0, cost: 550,
      more: #""fuel": "Electric", "electricConsumption": 15.1, "electricRange": 509"#),
    entry(7, "현대", "아반떼", 2023, liters: 6.5, co2: 150, cost: 1200, more: petrol),
  ]
}
