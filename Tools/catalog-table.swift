// Reduces the fuel economy table of the US Environmental Protection Agency to the bundled catalog.
//
//     catalog-table [--since YEAR [ID]...] < vehicles.csv > catalog.csv
//
// With `--since`, keeps only the cars since that model year, and the cars with the given IDs.
// Keeps the columns that the importer reads, in its order, and sorts the cars by make, model, year (newest first) and
// ID, so that similar rows compress well and the same table always gives the same bytes. A column that the table lacks,
// such as one that was added in a later edition, is left out.

import Foundation

/// The columns that the importer reads (`EPAColumns`); a test compares them.
let wanted = [
  "id", "make", "model", "year", "baseModel", "VClass", "fuelType1", "fuelType", "atvType", "drive", "trany",
  "eng_dscr", "trans_dscr", "evMotor", "co2", "co2TailpipeGpm", "fuelCost08", "youSaveSpend", "range", "rangeA",
  "cylinders", "displ", "city08", "highway08", "comb08", "combE", "cityA08", "highwayA08", "combA08", "phevCity",
  "phevHwy", "phevComb", "combinedUF", "combinedCD", "charge240", "tCharger", "sCharger", "startStop", "guzzler",
  "hlv", "lv2", "lv4", "hpv", "pv2", "pv4", "ghgScore", "feScore", "fuelCostA08", "cityUF", "highwayUF", "cityE",
  "highwayE", "cityCD", "highwayCD",
]

func fail(_ message: String) -> Never {
  FileHandle.standardError.write(Data("catalog-table: \(message)\n".utf8))
  exit(1)
}

/// Splits a table (RFC 4180) into rows of cells.
func rows(of text: [UInt8]) -> [[[UInt8]]] {
  let (quote, comma, lineFeed, carriageReturn) = (
    UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: "\n"), UInt8(ascii: "\r")
  )
  var rows: [[[UInt8]]] = []
  var row: [[UInt8]] = []
  var cell: [UInt8] = []
  var isQuoted = false
  var index = 0
  while index < text.count {
    let byte = text[index]
    index += 1
    if isQuoted {
      if byte != quote {
        cell.append(byte)
      } else if index < text.count, text[index] == quote {
        cell.append(quote)
        index += 1
      } else {
        isQuoted = false
      }
    } else if byte == quote {
      isQuoted = true
    } else if byte == comma || byte == lineFeed {
      row.append(cell)
      cell = []
      if byte == lineFeed {
        rows.append(row)
        row = []
      }
    } else if byte != carriageReturn {
      cell.append(byte)
    }
  }
  if !row.isEmpty || !cell.isEmpty { rows.append(row + [cell]) }
  return rows
}

func text(_ cell: [UInt8]) -> String { String(decoding: cell, as: UTF8.self) }

func quoted(_ cell: [UInt8]) -> [UInt8] {
  guard cell.contains(where: { [UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\n")].contains($0) }) else {
    return cell
  }
  return Array("\"\(text(cell).replacing("\"", with: "\"\""))\"".utf8)
}

let arguments = CommandLine.arguments.dropFirst()
var firstYear = 0
var kept: Set<Int> = []
if let option = arguments.first {
  let numbers = arguments.dropFirst().compactMap { Int($0) }
  guard option == "--since", let year = numbers.first, numbers.count == arguments.count - 1 else {
    fail("usage: catalog-table [--since YEAR [ID]...] < vehicles.csv")
  }
  firstYear = year
  kept = Set(numbers.dropFirst())
}
let table = rows(of: Array(FileHandle.standardInput.readDataToEndOfFile()))
guard let header = table.first?.map(text) else { fail("The table is empty.") }
let columns = wanted.compactMap { name in header.firstIndex(of: name).map { (name, $0) } }
let places = columns.map(\.1)
guard let id = header.firstIndex(of: "id"), let make = header.firstIndex(of: "make"),
  let model = header.firstIndex(of: "model"), let year = header.firstIndex(of: "year")
else { fail("The input is not the EPA's table: it has no column id, make, model or year.") }

struct Key: Comparable {
  let make: String, model: String
  let year: Int, id: Int

  static func < (a: Key, b: Key) -> Bool {
    (a.make, a.model, -a.year, a.id) < (b.make, b.model, -b.year, b.id)
  }
}

let cars: [(key: Key, cells: [[UInt8]])] = table.dropFirst().map { row in
  guard row.count == header.count, let number = Int(text(row[id])),
    let modelYear = Int(text(row[year]))
  else { fail("A row is damaged. It has \(row.count) cells, and the first is \(row.first.map(text) ?? "missing").") }
  return (Key(make: text(row[make]), model: text(row[model]), year: modelYear, id: number), places.map { row[$0] })
}

var output = Array((columns.map(\.0).joined(separator: ",") + "\n").utf8)
for car in cars.sorted(by: { $0.key < $1.key }) where car.key.year >= firstYear || kept.contains(car.key.id) {
  output += car.cells.map(quoted).joined(separator: [UInt8(ascii: ",")])
  output.append(UInt8(ascii: "\n"))
}
FileHandle.standardOutput.write(Data(output))
