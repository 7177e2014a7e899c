import Foundation
import GRDB
import ShowroomCatalog

// Measures what follows a key in the search field: the search, the facets, the preview and the completions. The cars
// are those of SHOWROOM_DATA/epa-vehicles.csv.zip, or of the bundled catalog, multiplied. Run in release mode:
//   swift run -c release catalog-bench [ROWS …]
// The costs are those after a change of an assumption: all costs, the order by them, and their facets.

/// Queries that are typed letter by letter.
let queries = [
  "kia niro electric", "make:kia,bmw year>=2015 suv", "toyota camry hybrid 2020", "mpg>30 -tesla", "manual 4wd",
  "fuel:electric range>200", "class:suv make:ford co2<400", "2.0", "premium gasoline -bmw year:2010..2020", "e", "a",
]

/// The processor time of this thread in milliseconds, which does not depend on the machine's load.
func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
}

/// The times of one kind of work, in milliseconds.
struct Times {
  private var elapsed: [Double] = []
  private var processor: [Double] = []

  mutating func measure<Value>(_ body: () throws -> Value) rethrows -> Value {
    let (start, processorStart) = (ContinuousClock.now, processorTime())
    let value = try body()
    processor.append(processorTime() - processorStart)
    let duration = (ContinuousClock.now - start).components
    elapsed.append(Double(duration.seconds) * 1e3 + Double(duration.attoseconds) / 1e15)
    return value
  }

  mutating func add(_ other: Times) {
    elapsed = elapsed.isEmpty ? other.elapsed : zip(elapsed, other.elapsed).map(+)
    processor = processor.isEmpty ? other.processor : zip(processor, other.processor).map(+)
  }

  /// The median, the 99th percentile and the longest time, and the 99th percentile of the processor's time.
  var summary: String {
    let (elapsed, processor) = (elapsed.sorted(), processor.sorted())
    let last = elapsed.count - 1
    return [elapsed[last / 2], elapsed[last * 99 / 100], elapsed[last], processor[last * 99 / 100]]
      .map { String(format: "%9.2f", $0) }.joined()
  }
}

/// Returns the catalog with copies of its cars, each with models of its own.
func index(rows: Int, source: CatalogSource, in store: CatalogStore) async throws -> CatalogIndex {
  _ = try await store.refresh(from: source)
  let original = try store.count()
  try store.writeDurably { db in
    for copy in stride(from: 1, through: (rows - 1) / max(1, original), by: 1) {
      try db.execute(
        sql: """
          CREATE TEMP TABLE another AS SELECT * FROM car WHERE id < 1000000000 ORDER BY id LIMIT :count;
          UPDATE another SET id = id + :step, model = model || ' ' || :copy, modelKey = modelKey || ' ' || :copy;
          INSERT INTO car SELECT * FROM another;
          DROP TABLE another;
          """,
        arguments: ["count": min(original, rows - copy * original), "step": copy * 1_000_000_000, "copy": copy])
    }
  }
  return try store.loadIndex()
}

func measure(_ index: CatalogIndex, _ store: CatalogStore) throws {
  var (reading, costs) = (Times(), Times())
  var (preparation, search, facets, preview, completions) = (Times(), Times(), Times(), Times(), Times())
  _ = preparation.measure { index.facets(for: .all) }
  for query in queries {
    for end in 1...query.count {
      let text = String(query.prefix(end))
      let parsed = CarQuery.parse(text)
      let result = search.measure { index.search(parsed) }
      facets.measure {
        guard let facets = index.facets(for: parsed) else { return }
        for field in CarField.listed { _ = facets.values(of: field) }
        for field in CarField.measured { _ = facets.histogram(of: field, buckets: 20) }
      }
      preview.measure {
        guard let row = result?.ordinals.first.map({ index.row(at: Int($0)) }) else { return }
        let car = Car(
          id: row.id, make: row.make, model: row.model, year: row.year, combinedMPG: row.combinedMPG, co2: row.co2,
          annualFuelCost: row.annualFuelCost)
        for statistics in index.statistics(for: car) { _ = statistics.inClass?.histogram(buckets: 20) }
      }
      _ = completions.measure { index.completions(for: text, at: end) }
    }
  }
  var assumptions = try store.costAssumptions()
  assumptions[.miles] = 9_000
  var current = try reading.measure { try index.applying(assumptions, in: store) }
  for _ in 0..<40 {
    assumptions[.miles] += 500
    try costs.measure {
      current = try current.applying(assumptions, in: store)
      _ = current.search(.all, sort: Sort(.cost))
      _ = current.facets(for: .all)
    }
  }
  var alike = Times()
  for ordinal in stride(from: 0, to: index.count, by: max(1, index.count / 200)) {
    _ = alike.measure { index.search(.like(index.id(at: ordinal))) }
  }
  print("\(index.count) cars, ms               median      p99      max  p99 CPU")
  print("  facets, first use       \(preparation.summary)")
  print("  costs, first use        \(reading.summary)")
  for (name, times) in [
    ("costs, order, facets", costs), ("alike", alike), ("search", search), ("facets", facets), ("preview", preview),
    ("completions", completions),
  ] {
    print("  \(name.padding(toLength: 24, withPad: " ", startingAt: 0))\(times.summary)")
  }
  search.add(facets)
  search.add(preview)
  print("  search, facets, preview \(search.summary)")
}

/// Measures the refresh of an earlier edition, and reading what it changed.
func measureRefresh(from earlier: CatalogSource, to current: CatalogSource, in folder: URL) async throws {
  let store = try CatalogStore(directory: folder, followsOthers: false)
  var changes = Times()
  var times: [String] = []
  for (name, source) in [("first refresh", earlier), ("refresh", current)] {
    let start = ContinuousClock.now
    _ = try await store.refresh(from: source)
    times.append("\(name) \(start.duration(to: .now) / .milliseconds(1)) ms, \(try store.integrityCheck().bytes) bytes")
  }
  var count = 0
  for _ in 0..<20 { count = try changes.measure { try store.carChanges() }.cars.count }
  print("\(times.joined(separator: "; "))\n  \(count) changes           \(changes.summary)")
}

let data = ProcessInfo.processInfo.environment["SHOWROOM_DATA"] ?? ""
let epa = URL(fileURLWithPath: data).appendingPathComponent("epa-vehicles.csv.zip")
let bundled = URL(fileURLWithPath: "Resources/catalog.csv.gz")
let source = CatalogSource.file(FileManager.default.fileExists(atPath: epa.path) && !data.isEmpty ? epa : bundled)
let counts = CommandLine.arguments.dropFirst().compactMap { Int($0) }
for rows in counts.isEmpty ? [49_582, 1_000_000] : counts {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("catalog-bench-\(UUID().uuidString)")
  defer { try? FileManager.default.removeItem(at: folder) }
  let store = try CatalogStore(directory: folder, followsOthers: false)
  try measure(try await index(rows: rows, source: source, in: store), store)
}
let earlier = URL(fileURLWithPath: data).appendingPathComponent("epa-vehicles-2022-11.csv.zip")
if FileManager.default.fileExists(atPath: earlier.path), !data.isEmpty {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("catalog-bench-\(UUID().uuidString)")
  defer { try? FileManager.default.removeItem(at: folder) }
  try await measureRefresh(from: .file(earlier), to: source, in: folder)
}
