import Foundation
import ShowroomTestSupport
import Testing

@testable import ShowroomCatalog

@Suite(.timeLimit(.minutes(20)))
struct BadSourceTests {
  let folder: TemporaryFolder
  let store: CatalogStore

  init() throws {
    folder = try TemporaryFolder()
    store = try folder.store()
  }

  /// Refreshes a catalog of one car from the source and expects the failure and the one car.
  func expect(
    _ problem: SourceError, from source: CatalogSource, message: String,
    location: SourceLocation = #_sourceLocation
  ) async throws {
    let before = try folder.write(EPATable(["id": "77"]).text, as: "good.csv")
    _ = try await store.refresh(from: before)
    let error = await #expect(throws: CatalogError.self, sourceLocation: location) {
      try await store.refresh(from: source)
    }
    #expect(error == .source(problem, source: source.name), sourceLocation: location)
    let text = error?.description ?? ""
    #expect(text.contains(message), "\(text)", sourceLocation: location)
    #expect(
      !text.contains("\n") && text.hasSuffix(".") && text.contains(source.name), "\(text)", sourceLocation: location)
    #expect(try store.count() == 1 && store.car(id: 77) != nil, sourceLocation: location)
    #expect(try await store.refresh(from: before) == .notModified, sourceLocation: location)
  }

  func expect(
    _ problem: SourceError, in text: String, message: String, location: SourceLocation = #_sourceLocation
  ) async throws {
    try await expect(problem, from: folder.write(text, as: "bad"), message: message, location: location)
  }

  let plain = EPATable(["id": "1"], ["id": "2"], ["id": "3"])

  @Test func `missing columns are named`() async throws {
    var table = plain
    table.columns.removeAll { $0 == "make" || $0 == "VClass" }
    try await expect(
      .missingColumns(["make", "VClass"]), in: table.text, message: "is missing the columns make, VClass")
    let zip = try Archive.zip([("vehicles.csv", Data(table.text.utf8))])
    try await expect(
      .missingColumns(["make", "VClass"]), from: folder.write(zip, as: "v.zip"),
      message: "is missing the columns make, VClass")
  }

  @Test func `a ragged row is reported with its line`() async throws {
    let width = EPATable.columns.count
    var lines = plain.text.components(separatedBy: "\r\n")
    lines[2] += ",more"
    try await expect(
      .raggedRow(line: 3, cells: width + 1, expected: width), in: lines.joined(separator: "\r\n"), message: "Line 3 of"
    )
    lines[2] = "1,2,3"
    try await expect(
      .raggedRow(line: 3, cells: 3, expected: width), in: lines.joined(separator: "\r\n"), message: "has 3 cells, but"
    )
  }

  @Test func `a NUL byte in a cell, a quoted cell or JSON is reported with its line`() async throws {
    let text = EPATable(["id": "1"], ["id": "2", "make": "Al\0fa"]).text
    try await expect(.nulByte(line: 3), in: text, message: "NUL byte")
    let quoted = EPATable(["id": "1", "make": "a,\0"]).text
    try await expect(.nulByte(line: 2), in: quoted, message: "NUL byte")
    try await expect(.nulByte(line: 2), in: "{\n\0}", message: "NUL byte")
  }

  @Test func `a cell of 10 MB is rejected with its line and column, before it fills the memory`() async throws {
    let huge = String(repeating: "x", count: 10 << 20)
    let problem = SourceError.oversizedCell(line: 3, column: "model", limit: 64 << 10)
    let text = EPATable(["id": "1"], ["id": "2", "model": huge]).text
    try await expect(problem, in: text, message: "Line 3 of")
    try await expect(
      problem, from: folder.write(Archive.zip([("v.csv", Data(text.utf8))]), as: "bomb.zip"), message: "column model")
    let quoted = EPATable(["id": "1"], ["id": "2", "model": "," + huge]).text
    try await expect(problem, in: quoted, message: "larger than 64 KB")
  }

  @Test func `text that is not UTF-8 is reported with its line, and CP949 and UTF-16 are recognized`() async throws {
    var data = Data(plain.text.utf8)
    let place = try #require(data.range(of: Data("Alfa".utf8), in: 600..<data.count))
    data[place.lowerBound] = 0xff
    let line = data[..<place.lowerBound].count { $0 == 0x0a } + 1
    try await expect(
      .notUTF8(line: line, looksLike: nil), from: folder.write(data, as: "latin"), message: "is not UTF-8. Convert")
    // "연비,모델" in CP949.
    let korean = Data([0xbf, 0xac, 0xba, 0xf1, 0x2c, 0xb8, 0xf0, 0xb5, 0xa8, 0x0a])
    try await expect(
      .notUTF8(line: 1, looksLike: "CP949"), from: folder.write(korean, as: "kea"), message: "iconv -f CP949 -t UTF-8")
    let utf16 = try #require(plain.text.data(using: .utf16))
    try await expect(
      .notUTF8(line: 1, looksLike: "UTF-16"), from: folder.write(utf16, as: "u16"), message: "looks like UTF-16")
    let json = Data(#"{"format": ""#.utf8) + Data([0xbf, 0xac, 0x22, 0x7d])
    try await expect(
      .notUTF8(line: 1, looksLike: "CP949"), from: folder.write(json, as: "j"), message: "is not UTF-8")
  }

  @Test(
    .enabled(if: RealData.korean != nil, "skipped: no Korean data"))
  func `the real CP949 table is rejected with the command that converts it`() async throws {
    let source = CatalogSource.file(try #require(RealData.korean))
    try await expect(.notUTF8(line: 1, looksLike: "CP949"), from: source, message: "iconv -f CP949")
  }

  @Test func `a web page, an empty file, a binary file and other text are distinguished`() async throws {
    try await expect(.webPage, in: "\n<!DOCTYPE html><html>", message: "is a web page")
    try await expect(.empty, in: "", message: "is empty")
    try await expect(.unknownFormat, in: "\u{1}\u{2}\u{3}binary", message: "is not a catalog")
    try await expect(.unknownFormat, in: "Dear reader,\nhello", message: "is not a catalog")
    try await expect(.empty, in: " \n\n", message: "is empty")
  }

  @Test(arguments: [0.02, 0.3, 0.6, 0.95, 0.999])
  func `a truncated or damaged zip archive is rejected, wherever it is cut`(part: Double) async throws {
    var table = EPATable()
    table.rows = (1...3000).map { ["id": "\($0)", "model": "M\($0 &* 7919 % 10007)"] }
    let zip = try Archive.zip([("vehicles.csv", Data(table.text.utf8))])
    let good = try folder.write(plain.text, as: "good.csv")
    _ = try await store.refresh(from: good)
    let cut = try folder.write(zip.prefix(Int(Double(zip.count) * part)), as: "cut.zip")
    let error = await #expect(throws: CatalogError.self) { try await store.refresh(from: cut) }
    let text = error?.description ?? ""
    #expect(text.contains("damaged or truncated"), "\(text)")
    #expect(try store.count() == 3)
  }

  @Test func `a zip archive without a catalog is reported with its files`() async throws {
    let zip = try Archive.zip([("a.png", Data([0x89, 0, 1, 2])), ("b.html", Data("<p>".utf8))])
    try await expect(
      .archiveWithoutCatalog(files: ["a.png", "b.html"]), from: folder.write(zip, as: "z"),
      message: "only a.png, b.html")
    let empty = try Archive.zip([])
    try await expect(
      .archiveWithoutCatalog(files: []), from: folder.write(empty, as: "e"), message: "is an empty archive")
  }

  @Test func `a table without cars, and a repeated ID, are rejected`() async throws {
    try await expect(.noCars, in: EPATable().text, message: "contains no cars")
    try await expect(.noCars, in: jsonCatalog(), message: "contains no cars")
    let twice = EPATable(["id": "1"], ["id": "2"], ["id": "1"]).text
    try await expect(.duplicateID(1, place: "line 4"), in: twice, message: "Line 4 of")
    try await expect(.duplicateID(1, place: "car 2"), in: jsonCatalog(bmw520d, bmw520d), message: "Car 2 of")
  }

  @Test(
    arguments: [
      ("id", "x"), ("id", ""), ("id", "-4"), ("id", "1.5"), ("year", "20200"), ("year", ""), ("make", " "),
      ("model", ""),
      ("comb08", "many"), ("co2", "nan"),
    ])
  func `an invalid value is reported with its line and column`(column: String, value: String) async throws {
    try await expect(
      .badValue(place: "line 2", field: column, value: value), in: EPATable([column: value]).text,
      message: "\(column) cannot be \"\(value)\"")
  }

  @Test func `an unclosed quote is reported with the line on which it begins`() async throws {
    try await expect(
      .unclosedQuote(line: 3), in: EPATable(["id": "1"]).text + "\"1,2\r\n3,4\r\n", message: "on line 3")
  }

  @Test(
    arguments: [
      ("{\"format\": ", "it is not valid JSON"), ("{}", "the document lacks \"format\""), ("[1]", "has the wrong type"),
      (#"{"format": "other", "version": 1, "cars": []}"#, "its format is \"other\""),
      (#"{"format": "showroom-catalog", "version": 2, "cars": []}"#, "is a catalog of version 2"),
      (#"{"format": "showroom-catalog", "version": 1}"#, "the document lacks \"cars\""),
      (jsonCatalog(bmw520d, #"{"id": 2, "make": "A", "year": 2000}"#), "car 2 lacks \"model\""),
      (jsonCatalog(#"{"id": 2, "make": "A", "model": "B", "year": "new"}"#), "car 1, \"year\" has the wrong type"),
      (jsonCatalog(#"{"id": 2, "make": "A", "model": "B", "year": 2000, "co2": -5}"#), "co2 cannot be"),
      (jsonCatalog(#"{"id": 2, "make": "", "model": "B", "year": 2000}"#), "make cannot be"),
    ])
  func `damaged, foreign, newer and invalid JSON is reported with its position`(text: String, message: String)
    async throws
  {
    let source = try folder.write(text, as: "bad.json")
    let error = await #expect(throws: CatalogError.self) { try await store.refresh(from: source) }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    #expect(try store.count() == 0)
  }

  @Test func `a missing file, a folder and a device are distinguished`() async throws {
    let path = folder.url.path
    try await expect(.notFound, from: CatalogSource(parsing: path + "/nowhere.csv"), message: "does not exist")
    try await expect(.isDirectory, from: CatalogSource(parsing: path), message: "is a folder")
    try await expect(
      .unreadable(reason: "it is not a regular file"), from: CatalogSource(parsing: "/dev/null"),
      message: "Cannot read")
  }

  @Test(
    arguments: [
      "", "  ", "ftp://example.com/x", "https://", "gopher://a",
    ])
  func `text that is neither a file nor a web address is rejected`(text: String) {
    #expect(throws: CatalogError.self) { try CatalogSource(parsing: text) }
  }

  @Test func `paths and addresses are parsed as users type them`() throws {
    let home = NSHomeDirectory()
    #expect(try CatalogSource(parsing: "~/cars.zip") == .file(URL(fileURLWithPath: home + "/cars.zip")))
    #expect(try CatalogSource(parsing: "file:///tmp/a%20b") == .file(URL(fileURLWithPath: "/tmp/a b")))
    #expect(try CatalogSource(parsing: " HTTPS://example.com/a ").name.lowercased() == "https://example.com/a")
    #expect(try CatalogSource(parsing: "https://u:secret@example.com/a").name.contains("secret") == false)
  }

  @Test func `long text from outside does not make a long message`() {
    let long = String(repeating: "x", count: 100_000)
    let problems: [SourceError] = [
      .badValue(place: "line 1", field: long, value: long),
      .archiveWithoutCatalog(files: Array(repeating: long, count: 99)),
      .badJSON(reason: long), .insecure(reason: long), .badRedirect(to: long), .unknownHost(long),
      .connectionFailed(reason: long),
    ]
    for problem in problems { #expect(CatalogError.source(problem, source: long).description.count < 1000) }
  }
}
