import Foundation
import Testing

@testable import Catalogue

@Suite("A bad source is refused with one sentence, and the catalogue stays whole", .timeLimit(.minutes(5)))
struct BadSourceTests {
  let folder: TemporaryFolder
  let store: CatalogueStore

  init() throws {
    folder = try TemporaryFolder()
    store = try folder.store()
  }

  /// Refreshes a catalogue of one car from the source and expects the failure and the one car.
  func expect(
    _ problem: SourceProblem, from source: CatalogueSource, sentence: String,
    location: SourceLocation = #_sourceLocation
  ) async throws {
    let before = try folder.write(EPATable(["id": "77"]).text, as: "good.csv")
    _ = try await store.refresh(from: before)
    let error = await #expect(throws: CatalogueError.self, sourceLocation: location) {
      try await store.refresh(from: source)
    }
    #expect(error == .source(problem, source: source.name), sourceLocation: location)
    let text = error?.description ?? ""
    #expect(text.contains(sentence), "\(text)", sourceLocation: location)
    #expect(
      !text.contains("\n") && text.hasSuffix(".") && text.contains(source.name), "\(text)", sourceLocation: location)
    #expect(try store.count() == 1 && store.car(id: 77) != nil, sourceLocation: location)
    #expect(try await store.refresh(from: before) == .notModified, sourceLocation: location)
  }

  func expect(
    _ problem: SourceProblem, in text: String, sentence: String, location: SourceLocation = #_sourceLocation
  ) async throws {
    try await expect(problem, from: folder.write(text, as: "bad"), sentence: sentence, location: location)
  }

  let plain = EPATable(["id": "1"], ["id": "2"], ["id": "3"])

  @Test("missing columns are named")
  func missingColumns() async throws {
    var table = plain
    table.columns.removeAll { $0 == "make" || $0 == "VClass" }
    try await expect(.missingColumns(["make", "VClass"]), in: table.text, sentence: "lacks the columns make, VClass")
    let zip = try Archive.zip([("vehicles.csv", Data(table.text.utf8))])
    try await expect(
      .missingColumns(["make", "VClass"]), from: folder.write(zip, as: "v.zip"),
      sentence: "lacks the columns make, VClass")
  }

  @Test("a ragged row is named by its line")
  func raggedRow() async throws {
    let width = EPATable.columns.count
    var lines = plain.text.components(separatedBy: "\r\n")
    lines[2] += ",more"
    try await expect(
      .raggedRow(line: 3, cells: width + 1, expected: width), in: lines.joined(separator: "\r\n"), sentence: "Line 3 of"
    )
    lines[2] = "1,2,3"
    try await expect(
      .raggedRow(line: 3, cells: 3, expected: width), in: lines.joined(separator: "\r\n"), sentence: "has 3 cells where"
    )
  }

  @Test("a NUL, in a cell, a quoted cell or JSON, is named by its line")
  func nul() async throws {
    let text = EPATable(["id": "1"], ["id": "2", "make": "Al\0fa"]).text
    try await expect(.nulByte(line: 3), in: text, sentence: "NUL byte")
    let quoted = EPATable(["id": "1", "make": "a,\0"]).text
    try await expect(.nulByte(line: 2), in: quoted, sentence: "NUL byte")
    try await expect(.nulByte(line: 2), in: "{\n\0}", sentence: "NUL byte")
  }

  @Test("a cell of 10 MB is refused by line and column, long before it fills the memory")
  func oversizedCell() async throws {
    let huge = String(repeating: "x", count: 10 << 20)
    let problem = SourceProblem.oversizedCell(line: 3, column: "model", limit: 64 << 10)
    let text = EPATable(["id": "1"], ["id": "2", "model": huge]).text
    try await expect(problem, in: text, sentence: "Line 3 of")
    try await expect(
      problem, from: folder.write(Archive.zip([("v.csv", Data(text.utf8))]), as: "bomb.zip"), sentence: "column model")
    let quoted = EPATable(["id": "1"], ["id": "2", "model": "," + huge]).text
    try await expect(problem, in: quoted, sentence: "larger than 64 KB")
  }

  @Test("text that is not UTF-8 is named by its line, and CP949 and UTF-16 by name")
  func encodings() async throws {
    var data = Data(plain.text.utf8)
    let place = try #require(data.range(of: Data("Alfa".utf8), in: 600..<data.count))
    data[place.lowerBound] = 0xff
    let line = data[..<place.lowerBound].count { $0 == 0x0a } + 1
    try await expect(
      .notUTF8(line: line, looksLike: nil), from: folder.write(data, as: "latin"), sentence: "is not UTF-8; convert")
    // "연비,모델" in CP949.
    let korean = Data([0xbf, 0xac, 0xba, 0xf1, 0x2c, 0xb8, 0xf0, 0xb5, 0xa8, 0x0a])
    try await expect(
      .notUTF8(line: 1, looksLike: "CP949"), from: folder.write(korean, as: "kea"), sentence: "iconv -f CP949 -t UTF-8")
    let utf16 = try #require(plain.text.data(using: .utf16))
    try await expect(
      .notUTF8(line: 1, looksLike: "UTF-16"), from: folder.write(utf16, as: "u16"), sentence: "looks like UTF-16")
    let json = Data(#"{"format": ""#.utf8) + Data([0xbf, 0xac, 0x22, 0x7d])
    try await expect(
      .notUTF8(line: 1, looksLike: "CP949"), from: folder.write(json, as: "j"), sentence: "is not UTF-8")
  }

  @Test(
    "the real CP949 table is refused with the way to convert it",
    .enabled(if: RealData.korean != nil, "skipped: no Korean data"))
  func realCP949() async throws {
    let source = CatalogueSource.file(try #require(RealData.korean))
    try await expect(.notUTF8(line: 1, looksLike: "CP949"), from: source, sentence: "iconv -f CP949")
  }

  @Test("a web page, an empty file, a binary and a text that is no table are told apart")
  func otherContent() async throws {
    try await expect(.webPage, in: "\n<!DOCTYPE html><html>", sentence: "is a web page")
    try await expect(.empty, in: "", sentence: "is empty")
    try await expect(.unknownFormat, in: "\u{1}\u{2}\u{3}binary", sentence: "is not a catalogue")
    try await expect(.unknownFormat, in: "Dear reader,\nhello", sentence: "is not a catalogue")
    try await expect(.empty, in: " \n\n", sentence: "is empty")
  }

  @Test("a zip that is cut short or damaged is refused, wherever the cut is", arguments: [0.02, 0.3, 0.6, 0.95, 0.999])
  func truncatedZip(part: Double) async throws {
    var table = EPATable()
    table.rows = (1...3000).map { ["id": "\($0)", "model": "M\($0 &* 7919 % 10007)"] }
    let zip = try Archive.zip([("vehicles.csv", Data(table.text.utf8))])
    let good = try folder.write(plain.text, as: "good.csv")
    _ = try await store.refresh(from: good)
    let cut = try folder.write(zip.prefix(Int(Double(zip.count) * part)), as: "cut.zip")
    let error = await #expect(throws: CatalogueError.self) { try await store.refresh(from: cut) }
    let text = error?.description ?? ""
    #expect(text.contains("damaged or cut short"), "\(text)")
    #expect(try store.count() == 3)
  }

  @Test("a zip without a catalogue names what it holds")
  func zipWithoutCatalogue() async throws {
    let zip = try Archive.zip([("a.png", Data([0x89, 0, 1, 2])), ("b.html", Data("<p>".utf8))])
    try await expect(
      .archiveWithoutCatalogue(files: ["a.png", "b.html"]), from: folder.write(zip, as: "z"),
      sentence: "only a.png, b.html")
    let empty = try Archive.zip([])
    try await expect(
      .archiveWithoutCatalogue(files: []), from: folder.write(empty, as: "e"), sentence: "no files at all")
  }

  @Test("a table without cars, and a car number given twice, are refused")
  func carsAndNumbers() async throws {
    try await expect(.noCars, in: EPATable().text, sentence: "has no cars in it")
    try await expect(.noCars, in: jsonCatalogue(), sentence: "has no cars in it")
    let twice = EPATable(["id": "1"], ["id": "2"], ["id": "1"]).text
    try await expect(.duplicateID(1, place: "line 4"), in: twice, sentence: "Line 4 of")
    try await expect(.duplicateID(1, place: "car 2"), in: jsonCatalogue(bmw520d, bmw520d), sentence: "Car 2 of")
  }

  @Test(
    "a value that cannot be is named by line and column",
    arguments: [
      ("id", "x"), ("id", ""), ("id", "-4"), ("id", "1.5"), ("year", "20200"), ("year", ""), ("make", " "),
      ("model", ""),
      ("comb08", "many"), ("co2", "nan"),
    ])
  func badValues(column: String, value: String) async throws {
    try await expect(
      .badValue(place: "line 2", field: column, value: value), in: EPATable([column: value]).text,
      sentence: "\(column) cannot be \"\(value)\"")
  }

  @Test("an unclosed quote is named by the line that it begins in")
  func unclosedQuote() async throws {
    try await expect(
      .unclosedQuote(line: 3), in: EPATable(["id": "1"]).text + "\"1,2\r\n3,4\r\n", sentence: "in line 3")
  }

  @Test(
    "JSON that is damaged, foreign, newer or wrong says where",
    arguments: [
      ("{\"format\": ", "it is not valid JSON"), ("{}", "the document lacks \"format\""), ("[1]", "has the wrong type"),
      (#"{"format": "other", "version": 1, "cars": []}"#, "its format is \"other\""),
      (#"{"format": "showroom-catalogue", "version": 2, "cars": []}"#, "is a catalogue of version 2"),
      (#"{"format": "showroom-catalogue", "version": 1}"#, "the document lacks \"cars\""),
      (jsonCatalogue(bmw520d, #"{"id": 2, "make": "A", "year": 2000}"#), "car 2 lacks \"model\""),
      (jsonCatalogue(#"{"id": 2, "make": "A", "model": "B", "year": "new"}"#), "car 1, \"year\" has the wrong type"),
      (jsonCatalogue(#"{"id": 2, "make": "A", "model": "B", "year": 2000, "co2": -5}"#), "co2 cannot be"),
      (jsonCatalogue(#"{"id": 2, "make": "", "model": "B", "year": 2000}"#), "make cannot be"),
    ])
  func badJSON(text: String, sentence: String) async throws {
    let source = try folder.write(text, as: "bad.json")
    let error = await #expect(throws: CatalogueError.self) { try await store.refresh(from: source) }
    #expect(error?.description.contains(sentence) == true, "\(error?.description ?? "")")
    #expect(try store.count() == 0)
  }

  @Test("a file that is not there, a directory and a device are told apart")
  func files() async throws {
    let path = folder.url.path
    try await expect(.notFound, from: CatalogueSource(parsing: path + "/nowhere.csv"), sentence: "There is no file")
    try await expect(.isDirectory, from: CatalogueSource(parsing: path), sentence: "is a directory")
    try await expect(
      .unreadable(reason: "it is not a regular file"), from: CatalogueSource(parsing: "/dev/null"),
      sentence: "Cannot read")
  }

  @Test(
    "what is neither a file nor a web address is refused before anything is done",
    arguments: [
      "", "  ", "ftp://example.com/x", "https://", "gopher://a",
    ])
  func addresses(text: String) {
    #expect(throws: CatalogueError.self) { try CatalogueSource(parsing: text) }
  }

  @Test("paths and addresses are understood as people type them")
  func goodAddresses() throws {
    let home = NSHomeDirectory()
    #expect(try CatalogueSource(parsing: "~/cars.zip") == .file(URL(fileURLWithPath: home + "/cars.zip")))
    #expect(try CatalogueSource(parsing: "file:///tmp/a%20b") == .file(URL(fileURLWithPath: "/tmp/a b")))
    #expect(try CatalogueSource(parsing: " HTTPS://example.com/a ").name.lowercased() == "https://example.com/a")
    #expect(try CatalogueSource(parsing: "https://u:secret@example.com/a").name.contains("secret") == false)
  }

  @Test("an endless text from outside does not make an endless sentence")
  func shortSentences() {
    let long = String(repeating: "x", count: 100_000)
    let problems: [SourceProblem] = [
      .badValue(place: "line 1", field: long, value: long),
      .archiveWithoutCatalogue(files: Array(repeating: long, count: 99)),
      .badJSON(reason: long), .insecure(reason: long), .badRedirect(to: long), .unknownHost(long),
      .connectionFailed(reason: long),
    ]
    for problem in problems { #expect(CatalogueError.source(problem, source: long).description.count < 1000) }
  }
}
