import Foundation
import ShowroomTestSupport

@testable import ShowroomCatalog

/// Two editions of the EPA's table, compared by a plain loop over their cells, without the program's importer and
/// database.
struct EPAEditions {
  private(set) var new = 0, changed = 0, repriced = 0, gone = 0, unchanged = 0

  /// What the program shows of a row: what a change is news in, and the rest.
  private struct Row: Equatable {
    var shown: [String] = []
    var cost = ""
    var baseModel = ""
  }

  init(_ old: URL, _ new: URL) throws {
    var before = Self.rows(PlainTable(csv: try Self.contents(of: old)))
    for (id, row) in Self.rows(PlainTable(csv: try Self.contents(of: new))) {
      guard let former = before.removeValue(forKey: id) else {
        self.new += 1
        continue
      }
      if former.shown != row.shown {
        changed += 1
      } else if former != row {
        repriced += 1
      } else {
        unchanged += 1
      }
    }
    gone = before.count
  }

  private static func rows(_ table: PlainTable) -> [String: Row] {
    var rows: [String: Row] = [:]
    var average: Double?
    for row in 0..<table.count {
      func text(_ column: String) -> String { table.text(row, column) }
      /// Only a number above zero is known.
      func number(_ column: String) -> String { table.number(row, column).flatMap { $0 > 0 ? "\($0)" : nil } ?? "" }

      func largest(_ columns: String...) -> String { "\(columns.compactMap { table.number(row, $0) }.max() ?? 0)" }

      let technology = text("atvType")
      let isPlugIn = technology == "Plug-in Hybrid"
      let isElectric = technology == "EV"
      let hasTwoFuels = isPlugIn || ["FFV", "CNG", "Bifuel (CNG)", "Bifuel (LPG)"].contains(technology)
      var shown = [
        text("make").lowercased(), text("model"), text("year"), text("VClass"), technology, text("fuelType1"),
        hasTwoFuels ? text("fuelType") : "", text("drive"), text("trany"), number("cylinders"), number("displ"),
        number("city08"), number("highway08"), number("comb08"), text("tCharger"), text("sCharger"),
        text("startStop"), text("guzzler").isEmpty ? "" : "yes", text("eng_dscr"), text("trans_dscr"),
        text("evMotor") == "TBD" ? "" : text("evMotor"),
        largest("hlv", "lv2", "lv4"), largest("hpv", "pv2", "pv4"), number("ghgScore"), number("feScore"),
      ]
      shown.append(number("co2").isEmpty ? text("co2TailpipeGpm") : number("co2"))
      if isElectric || isPlugIn { shown += [number("combE"), number("charge240")] }
      if isElectric { shown.append(number("range")) }
      if isPlugIn {
        shown += ["rangeA", "range"].map(text)
        shown += ["cityA08", "highwayA08", "combA08", "phevComb", "combinedUF", "combinedCD"].map(number)
      }
      let hasSecondFuel = hasTwoFuels && technology != "CNG" && !isPlugIn
      if hasSecondFuel { shown += [number("combA08"), "\(text("rangeA").prefix { $0.isNumber })"] }
      let saving = (table.number(row, "youSaveSpend") ?? 0) / 5
      if !isPlugIn, average == nil { average = table.number(row, "fuelCost08").map { $0 + saving } }
      let cost = isPlugIn ? average.map { "\(($0 - saving).rounded())" } ?? "" : number("fuelCost08")
      let baseModel = text("baseModel").isEmpty ? text("model") : text("baseModel")
      rows[text("id")] = Row(
        shown: shown, cost: [cost, "\(saving)", hasSecondFuel ? number("fuelCostA08") : ""].joined(separator: " "),
        baseModel: baseModel)
    }
    return rows
  }

  /// Returns the unpacked bytes of a table.
  static func contents(of file: URL) throws -> Data {
    let reader = try ArchiveReader(path: file.path, source: file.lastPathComponent, isCanceled: { false })
    var data = Data()
    _ = try reader.nextEntry()
    while let block = try reader.nextBlock() { data.append(contentsOf: block) }
    return data
  }
}
