extension CatalogSource {
  /// Returns the address of the page about a car on the web site of the EPA; `nil` if the cars are not the EPA's.
  ///
  /// The EPA publishes its cars as a table, and no other source is one, so the name of the file tells them apart from
  /// catalogs in JSON.
  package func page(of id: Car.ID) -> WebAddress? {
    let path =
      switch self {
      case .file(let url): url.path
      case .remote(let address, _): address.path
      }
    guard path.split(separator: "/").last?.lowercased().contains(".csv") == true else { return nil }
    return try? WebAddress(parsing: "https://www.fueleconomy.gov/feg/Find.do?action=sbs&id=\(id)")
  }
}
