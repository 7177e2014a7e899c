import Testing

@testable import ShowroomCatalog

@Suite
struct CarColumnTests {
  @Test func `columns are parsed by their IDs, by names of the search language and by names of exported fields`() throws
  {
    #expect(try CarColumn.list(parsing: "make,model,year,mpg") == [.make, .model, .year, .combinedMPG])
    #expect(
      try CarColumn.list(parsing: "brand, ECONOMY ,co2GramsPerMile,transmission,star")
        == [.make, .combinedMPG, .co2, .transmission, .favorite])
    #expect(CarColumn.text(of: [.make, .combinedMPG]) == "make,mpg")
    for column in CarColumn.allCases {
      #expect(try CarColumn.list(parsing: column.rawValue) == [column])
      #expect(CarColumn(named: column.exportName) == column)
    }
  }

  @Test(arguments: [
    ("maek", "There is no column \"maek\". Did you mean \"make\"?"),
    ("make,", "A column is missing. List columns separated by commas, as in make,model,year,mpg."),
    ("", "A column is missing. List columns separated by commas, as in make,model,year,mpg."),
    ("mpg,economy", "The column \"mpg\" is listed twice. List each column once."),
  ])
  func `an invalid list of columns is described`(text: String, message: String) {
    let error = #expect(throws: CarColumnError.self) { try CarColumn.list(parsing: text) }
    #expect(error?.description == message)
  }

  @Test func `an unknown column that resembles none lists the columns`() {
    let error = #expect(throws: CarColumnError.self) { try CarColumn.list(parsing: "zeppelins") }
    #expect(error?.description.hasPrefix("There is no column \"zeppelins\". The columns are id, make, model,") == true)
  }
}
