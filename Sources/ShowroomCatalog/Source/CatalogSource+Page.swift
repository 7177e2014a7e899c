import ShowroomNetwork

extension CatalogSource {
  /// Returns the address of the page about a car on the web site of the EPA; `nil` if the cars are not the EPA's.
  ///
  /// The EPA names the table of its cars `vehicles.csv`, or `vehicles.csv.zip`.
  package func page(of id: Car.ID) -> WebAddress? {
    let path =
      switch self {
      case .file(let url): url.path
      case .remote(let address, _): address.path
      }
    guard path.split(separator: "/").last?.lowercased().contains("vehicles.csv") == true else { return nil }
    return try? WebAddress(parsing: "https://www.fueleconomy.gov/feg/Find.do?action=sbs&id=\(id)")
  }
}
