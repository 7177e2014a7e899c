import Foundation
import ShowroomTestSupport

@testable import ShowroomCatalog

/// A store with cars that are not bundled, in a temporary folder.
final class SessionCatalog {
  private let temporary: TemporaryFolder
  let store: CatalogStore
  /// The file that a refresh reads.
  let file: URL

  var folder: URL { temporary.url }

  init() async throws {
    temporary = try TemporaryFolder()
    file = temporary.url.appendingPathComponent("cars.csv")
    try temporary.write(Self.table, to: "cars.csv")
    store = try CatalogStore(directory: temporary.url.appendingPathComponent("data"))
    _ = try await store.refresh(from: .file(file))
  }

  private static let table = """
    id,make,model,year,VClass,fuelType1,comb08,co2TailpipeGpm,fuelCost08
    1,BMW,520d,2023,Large Cars,Diesel,49,203,1200
    2,Hyundai,Avante,2022,Compact Cars,Regular Gasoline,36,246,1350
    3,Kia,EV6,2022,Small SUV,Electricity,117,0,600
    4,Kia,K5,2021,Midsize Cars,Regular Gasoline,32,277,1500
    5,Kia,K5,2018,Midsize Cars,Regular Gasoline,27,329,1800
    6,Tesla,Model 3,2018,Midsize Cars,Electricity,132,0,500
    7,Toyota,Prius,2017,Midsize Cars,Regular Gasoline,56,160,850
    8,현대,그랜저,2016,Large Cars,Regular Gasoline,,,

    """
}
