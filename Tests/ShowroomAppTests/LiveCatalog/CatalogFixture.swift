import Foundation
import Logging
import Testing

@testable import ShowroomApp
@testable import ShowroomCatalog

/// A real store with a few cars in a temporary folder.
@MainActor
final class CatalogFixture {
  let folder: URL
  let store: CatalogStore
  /// The file that a refresh reads.
  let file: URL

  /// Creates a store with `cars`.
  init(_ cars: [Car] = CatalogFixture.cars) async throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("car-list-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    file = folder.appendingPathComponent("source.json")
    store = try CatalogStore(directory: folder.appendingPathComponent("data"))
    guard !cars.isEmpty else { return }
    try publish(cars)
    _ = try await store.refresh(from: .file(file))
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Writes `cars` to the source.
  func publish(_ cars: [Car]) throws {
    let entries = cars.map { car in
      """
      {"id": \(car.id), "make": "\(car.make)", "model": "\(car.model)", "year": \(car.year),
       "class": \(car.vehicleClass.map { "\"\($0)\"" } ?? "null"), "fuel": "\(car.fuel.label)",
       "consumption": {"combined": \(car.combinedMPG.map { "\(235.214583 / $0)" } ?? "null")},
       "co2": \(car.co2.map { "\($0 / 1.609344)" } ?? "null"),
       "annualFuelCost": \(car.annualFuelCost.map { "\($0)" } ?? "null")}
      """
    }
    let text =
      #"{"format": "showroom-catalog", "version": 1, "name": "Test", "cars": [\#(entries.joined(separator: ","))]}"#
    try Data(text.utf8).write(to: file)
  }

  /// Returns the live catalog, which is refreshed from the file.
  func live() -> LiveCatalog {
    LiveCatalog(store: store, source: .file(file), logger: Self.silent)
  }

  /// Returns the live catalog, which is refreshed from a scripted source.
  func live(_ source: ScriptedSource) -> LiveCatalog {
    LiveCatalog(store: store, sourceDescription: "the test source", logger: Self.silent) { _, progress in
      try await source.run(progress)
    }
  }

  /// Returns the live catalog of a read-only database.
  func readOnly() throws -> LiveCatalog {
    let store = try CatalogStore(
      directory: folder.appendingPathComponent("data"), busyTimeout: 5, readOnly: true)
    return LiveCatalog(store: store, source: .file(file), logger: Self.silent)
  }

  static let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }

  /// Eight cars, in the order of a list: the newest model year first, then by make and model.
  nonisolated static let cars = [
    Car(
      id: 1, make: "BMW", model: "520d", year: 2023, vehicleClass: "Executive car", fuel: .diesel, combinedMPG: 49,
      co2: 203, annualFuelCost: 1200),
    Car(
      id: 2, make: "Hyundai", model: "Avante", year: 2022, vehicleClass: "Compact car", fuel: .gasoline,
      combinedMPG: 36, co2: 246, annualFuelCost: 1350),
    Car(
      id: 3, make: "Kia", model: "EV6", year: 2022, vehicleClass: "Small SUV", fuel: .electric, combinedMPG: 117,
      co2: 0, annualFuelCost: 600),
    Car(
      id: 4, make: "Kia", model: "K5", year: 2021, vehicleClass: "Midsize car", fuel: .gasoline, combinedMPG: 32,
      co2: 277, annualFuelCost: 1500),
    Car(
      id: 5, make: "Kia", model: "K5", year: 2018, vehicleClass: "Midsize car", fuel: .gasoline, combinedMPG: 27,
      co2: 329, annualFuelCost: 1800),
    Car(
      id: 6, make: "Tesla", model: "Model 3", year: 2018, vehicleClass: "Midsize car", fuel: .electric,
      combinedMPG: 132, co2: 0, annualFuelCost: 500),
    Car(
      id: 7, make: "Toyota", model: "Prius", year: 2017, vehicleClass: "Midsize car", fuel: .hybrid,
      combinedMPG: 56, co2: 160, annualFuelCost: 850),
    Car(id: 8, make: "현대", model: "그랜저", year: 2016, vehicleClass: "Large car", fuel: .gasoline, co2: nil),
  ]
}

extension LiveCatalog {
  /// Changes whether the stored car with an ID is a favorite.
  func setFavorite(_ isFavorite: Bool, for id: Car.ID) async throws(CatalogError) {
    try await setFavorite(isFavorite, for: stored(id))
  }

  /// Changes the note on the stored car with an ID.
  func setNote(_ note: String?, for id: Car.ID) async throws(CatalogError) {
    try await setNote(note, for: stored(id))
  }

  /// Changes the price of the stored car with an ID.
  func setPrice(_ price: Int?, for id: Car.ID) async throws(CatalogError) {
    try await setPrice(price, for: stored(id))
  }

  private func stored(_ id: Car.ID) throws(CatalogError) -> Car {
    guard let car = try car(id: id) else { throw CatalogError.store(.unknownCar(id), path: store.path) }
    return car
  }
}

/// A source whose reports and outcomes the test determines.
final class ScriptedSource: Sendable {
  private let steps: AsyncStream<Step>
  private let continuation: AsyncStream<Step>.Continuation

  private enum Step: Sendable {
    case progress(RefreshProgress)
    case outcome(RefreshOutcome)
    case failure(CatalogError)
  }

  private let isCommitted: Bool

  /// - Parameter isCommitted: Whether canceling has no effect anymore.
  init(isCommitted: Bool = false) {
    self.isCommitted = isCommitted
    (steps, continuation) = AsyncStream.makeStream()
  }

  func report(_ progress: RefreshProgress) { continuation.yield(.progress(progress)) }
  func finish(_ outcome: RefreshOutcome) { continuation.yield(.outcome(outcome)) }
  func fail(_ error: CatalogError) { continuation.yield(.failure(error)) }

  func run(_ progress: @escaping @Sendable (RefreshProgress) -> Void) async throws -> RefreshOutcome {
    guard isCommitted else { return try await outcome(progress) }
    return try await Task { try await outcome(progress) }.value
  }

  private func outcome(_ progress: @Sendable (RefreshProgress) -> Void) async throws -> RefreshOutcome {
    for await step in steps {
      switch step {
      case .progress(let report): progress(report)
      case .outcome(let outcome): return outcome
      case .failure(let error): throw error
      }
    }
    throw CatalogError.canceled
  }
}
