import Testing

@testable import ShowroomCatalog

@Suite
struct CatalogSourceTests {
  @Test(
    arguments: [
      ("https://kim:pw@h:70000/a?token=x", .badAddress(.badPort), "https://…@h:70000/a?token=…"),
      ("ftp://kim:pw@h/x", .invalidAddress, "ftp://…@h/x"),
    ] as [(String, SourceError, String)])
  func `a source with an invalid address is rejected without revealing its secrets`(
    text: String, error: SourceError, shown: String
  ) {
    #expect(throws: CatalogError.source(error, source: shown)) { try CatalogSource(parsing: text) }
  }
}
