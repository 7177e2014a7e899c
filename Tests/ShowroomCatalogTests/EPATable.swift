import CLibarchive
import Foundation

/// A table with the EPA's columns, as text: every row starts from a plain gasoline car.
struct EPATable {
  static let columns = [
    "barrels08", "city08", "city08U", "co2", "co2TailpipeGpm", "comb08", "comb08U", "combE", "cylinders", "displ",
    "drive",
    "fuelCost08", "fuelType", "fuelType1", "highway08", "highway08U", "id", "make", "model", "range", "trany", "VClass",
    "year", "baseModel", "atvType", "rangeA", "cityA08", "highwayA08", "combA08", "phevCity", "phevHwy", "phevComb",
    "combinedUF", "combinedCD", "charge240", "youSaveSpend",
    "tCharger", "sCharger", "startStop", "guzzler", "eng_dscr", "trans_dscr", "evMotor", "hlv", "lv2", "lv4", "hpv",
    "pv2", "pv4", "ghgScore", "feScore", "fuelCostA08",
    "cityUF", "highwayUF", "cityE", "highwayE", "cityCD", "highwayCD",
  ]
  static let plain = [
    "barrels08": "14.1", "city08": "19", "city08U": "0.0", "co2": "-1", "co2TailpipeGpm": "423.25", "comb08": "21",
    "comb08U": "0.0", "combE": "0.0", "cylinders": "4", "displ": "2.0", "drive": "Rear-Wheel Drive",
    "fuelCost08": "2150",
    "fuelType": "Regular", "fuelType1": "Regular Gasoline", "highway08": "25", "highway08U": "0.0", "id": "1",
    "make": "Alfa Romeo", "model": "Spider", "range": "0", "trany": "Manual 5-spd", "VClass": "Two Seaters",
    "year": "1985", "baseModel": "Spider", "atvType": "", "rangeA": "", "cityA08": "0", "highwayA08": "0",
    "combA08": "0", "phevCity": "0", "phevHwy": "0", "phevComb": "0", "combinedUF": "0.0", "combinedCD": "0.0",
    "charge240": "0.0", "youSaveSpend": "-2750",
  ]

  var columns = EPATable.columns
  var rows: [[String: String]] = []

  init(_ rows: [String: String]...) { self.rows = rows }

  var text: String { text(lineEnd: "\r\n") }

  func text(lineEnd: String) -> String {
    let lines = rows.map { row in
      columns.map { Self.quoted(row[$0] ?? Self.plain[$0] ?? "") }.joined(separator: ",")
    }
    return ([columns.joined(separator: ",")] + lines).joined(separator: lineEnd) + lineEnd
  }

  private static func quoted(_ cell: String) -> String {
    guard cell.contains(where: { ",\"\n\r\n".contains($0) }) else { return cell }
    return "\"" + cell.replacingOccurrences(of: "\"", with: "\"\"") + "\""
  }
}

/// Packs files into a zip archive, or one file into a gzip stream.
enum Archive {
  static func zip(_ files: [(name: String, content: Data)]) throws -> Data {
    try write { archive in
      archive_write_set_format_zip(archive)
    } entries: { archive in
      for file in files {
        let entry = archive_entry_new()
        defer { archive_entry_free(entry) }
        archive_entry_set_pathname(entry, file.name)
        archive_entry_set_size(entry, Int64(file.content.count))
        archive_entry_set_filetype(entry, 0o100000)
        archive_entry_set_perm(entry, 0o644)
        archive_write_header(archive, entry)
        _ = file.content.withUnsafeBytes { archive_write_data(archive, $0.baseAddress, $0.count) }
      }
    }
  }

  static func gzip(_ content: Data) throws -> Data {
    try write { archive in
      archive_write_add_filter_gzip(archive)
      archive_write_set_format_raw(archive)
    } entries: { archive in
      let entry = archive_entry_new()
      defer { archive_entry_free(entry) }
      archive_entry_set_filetype(entry, 0o100000)
      archive_write_header(archive, entry)
      _ = content.withUnsafeBytes { archive_write_data(archive, $0.baseAddress, $0.count) }
    }
  }

  private static func write(
    format: (OpaquePointer?) -> Void, entries: (OpaquePointer?) -> Void
  ) throws -> Data {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    let archive = archive_write_new()
    format(archive)
    archive_write_open_filename(archive, file.path)
    entries(archive)
    archive_write_free(archive)
    return try Data(contentsOf: file)
  }
}
