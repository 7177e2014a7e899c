import Foundation
import ShowroomTestSupport

@testable import ShowroomApp
@testable import ShowroomCatalog
@testable import ShowroomCommands
@testable import ShowroomFormatting

/// Comparisons, and what the subcommands print.
extension EPANumbers {
  /// Whether everything is compared, which takes minutes, and not a part of it.
  static let isLong = ProcessInfo.processInfo.environment["SHOWROOM_SOAK_SECONDS"] != nil

  /// Every 97th car, and every 10th plug-in hybrid.
  private var sample: [EPACar] {
    if Self.isLong { return sources }
    let plugIns = sources.filter(\.isPlugIn).enumerated().filter { $0.offset % 10 == 0 }.map(\.element)
    return sources.filter { $0.row % 97 == 0 && !$0.isPlugIn } + plugIns
  }

  /// Returns the differences in comparisons of each car of the sample with the next one, and with one far from it.
  func wrongComparisons() -> [String] {
    var wrong = Differences()
    let sample = sample
    for (place, source) in sample.enumerated() {
      let other = sample[(place * 7 + 1) % sample.count]
      guard source.id != other.id, let car = cars[source.id], let otherCar = cars[other.id] else { continue }
      let units = Self.units[place % 2]
      let rows = Comparison([car, otherCar], CarFormatting(units: units)).rows
      for field in CarField.facts where field != .id {
        let texts = [source.fact(field, units), other.fact(field, units)]
        let row = rows.first { $0.label == CarFormatting(units: units).label(of: field) }
        if texts.allSatisfy({ $0 == "–" || field.isFlag && $0 == "no" }) {
          wrong.check(source.id, "compared \(field.id)", row?.cells.map(\.text).joined() ?? "", "")
          continue
        }
        wrong.check(
          source.id, "compared \(field.id)", row.map { "\($0.cells.map(\.text)) \($0.differs)" } ?? "no row",
          "\(texts) \(texts[0] != texts[1])")
        let numbers = [source.comparedNumber(of: field), other.comparedNumber(of: field)]
        var best = [false, false]
        if let first = numbers[0], let second = numbers[1], texts[0] != texts[1], first != second,
          let better = Self.better[field]
        {
          best = [better == .larger ? first > second : first < second]
          best.append(!best[0])
        }
        wrong.check(source.id, "best \(field.id)", "\(row?.cells.map(\.isBest) ?? [])", "\(best)")
      }
    }
    return wrong.texts
  }

  private static let better: [CarField: CarField.Direction] = [
    .price: .smaller, .economy: .larger, .cityMPG: .larger, .highwayMPG: .larger, .blendedMPG: .larger, .range: .larger,
    .co2: .smaller, .electricMPG: .larger,
    .cost: .smaller, .electricConsumption: .smaller, .chargeHours: .smaller, .totalRange: .larger, .luggage: .larger,
    .passenger: .larger, .greenhouseScore: .larger, .economyScore: .larger, .savings: .larger, .secondEconomy: .larger,
    .secondRange: .larger, .secondCost: .smaller,
  ]

  /// Returns the differences in what `showroom list` and `showroom show` print about the sample.
  func wrongOutput() throws -> [String] {
    var wrong = Differences()
    let fields = CarField.columns
    let names = CarField.text(of: fields)
    for (place, source) in sample.enumerated() where Self.isLong || place % 5 == 0 {
      guard let car = cars[source.id] else { continue }
      let units = Self.units[place / 5 % 2]
      let formatting = CarFormatting(units: units)
      let sheet = try output {
        try ShowCommand(ids: [source.id], format: .text).write(store, to: $0, formatting: formatting)
      }
      for field in CarField.facts where ![.id, .fuel, .fuelName, .baseModel].contains(field) {
        let (label, text) = (formatting.label(of: field), source.fact(field, units))
        let line = sheet.split(separator: "\n").first { $0.hasPrefix(label + " ") }
        let shown = line.map { $0.dropFirst(label.count).trimmingCharacters(in: .whitespaces) }
        let isShown = text != "–" && source.value(of: field) != .flag(false)
        if shown != nil || isShown { wrong.check(source.id, "show \(label)", shown ?? "no line", text) }
      }
      let cells = try ListTable(formatting: formatting, sort: .standard, columns: fields).cells(CarRow(car), store)
      let expected = fields.map { $0 == .make ? car.make : source.column($0, units) }
      for (field, (cell, text)) in zip(fields, zip(cells, expected)) {
        wrong.check(source.id, "list \(field.id)", cell, text)
      }
    }
    for format in [ListFormat.csv, .json] {
      let command = try ListCommand(
        words: Self.isLong ? [] : ["make:tesla,toyota", "year:2021.."], format: format, columns: names)
      let text = try output { output in
        try command.write(store, to: output, remarks: output, formatting: CarFormatting())
      }
      wrong.texts += try wrongExport(text, format)
    }
    return wrong.texts
  }

  /// Returns the differences in the list of all Teslas and Toyotas since 2021.
  private func wrongExport(_ text: String, _ format: ListFormat) throws -> [String] {
    var wrong = Differences()
    let csv = PlainTable(csv: Data(text.utf8))
    let json = (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [[String: Any]] ?? []
    let objects = Dictionary(json.map { (($0["id"] as? NSNumber)?.int64Value ?? 0, $0) }) { $1 }
    let lines = Dictionary((0..<csv.count).map { (Car.ID(csv.number($0, "id") ?? 0), $0) }) { $1 }
    var count = 0
    for source in sources {
      let isListed = ["Tesla", "Toyota"].contains(source.table.text(source.row, "make"))
      guard Self.isLong || isListed && source.table.number(source.row, "year") ?? 0 >= 2021 else { continue }
      count += 1
      for field in CarField.columns {
        let name = field.definition.exportName
        let shown: String
        if format == .json {
          let value = objects[source.id]?[name]
          shown =
            value.map { $0 is NSNull ? "" : field.isNumeric ? "\(($0 as? NSNumber)?.doubleValue ?? -1)" : "\($0)" }
            ?? "missing"
        } else if let line = lines[source.id] {
          let value = csv.text(line, name)
          shown = field.isNumeric ? Self.exported(csv.number(line, name)) : value
        } else {
          shown = "missing"
        }
        let expected =
          switch source.value(of: field) {
          // The spelling of a make is checked with the values.
          case .text(let text): field == .make ? cars[source.id]?.make ?? "" : text ?? ""
          case .number(let number): Self.exported(number)
          case .flag(let flag): flag.map { format == .json ? $0 ? "1" : "0" : "\($0)" } ?? ""
          }
        wrong.check(source.id, "list \(format) \(name)", shown, expected)
      }
    }
    wrong.check(0, "list \(format)", "\(format == .json ? json.count : csv.count)", "\(count)")
    return wrong.texts
  }

  private func output(_ write: (TextOutput) throws -> Void) throws -> String {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("output")
    try Data().write(to: url)
    let file = try FileHandle(forWritingTo: url)
    let output = TextOutput(descriptor: file.fileDescriptor, columns: nil)
    try write(output)
    try output.flush()
    return try String(contentsOf: url, encoding: .utf8)
  }
}
