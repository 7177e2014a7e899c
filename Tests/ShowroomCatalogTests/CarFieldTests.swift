import Testing

@testable import ShowroomCatalog

@Suite
struct CarFieldTests {
  @Test func `columns are parsed by their IDs, by names of the search language and by names of exported fields`() throws
  {
    #expect(try CarField.list(parsing: "make,model,year,mpg") == [.make, .model, .year, .economy])
    #expect(
      try CarField.list(parsing: "brand, ECONOMY ,co2GramsPerMile,transmission,star")
        == [.make, .economy, .co2, .transmission, .favorite])
    #expect(CarField.text(of: [.make, .economy]) == "make,mpg")
    for column in CarField.columns {
      #expect(try CarField.list(parsing: column.id) == [column])
      #expect(CarField(named: column.definition.exportName) == column)
    }
  }

  @Test(arguments: [
    ("maek", "There is no column \"maek\". Did you mean \"make\"?"),
    ("make,", "A column is missing. List columns separated by commas, as in make,model,year,mpg."),
    ("", "A column is missing. List columns separated by commas, as in make,model,year,mpg."),
    ("mpg,economy", "The column \"mpg\" is listed twice. List each column once."),
  ])
  func `an invalid list of columns is described`(text: String, sentence: String) {
    let error = #expect(throws: ColumnListError.self) { try CarField.list(parsing: text) }
    #expect(error?.description == sentence)
  }

  @Test func `an unknown column that resembles none lists the columns`() {
    let error = #expect(throws: ColumnListError.self) { try CarField.list(parsing: "zeppelins") }
    #expect(error?.description.hasPrefix("There is no column \"zeppelins\". The columns are id, make, model,") == true)
  }
}
