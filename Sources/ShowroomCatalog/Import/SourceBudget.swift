/// The limits of a source. The EPA's table, the largest catalog, contains 50,000 cars in 20 MB, with 84 cells per row
/// and up to 52 bytes per cell. A source that is much larger is damaged or intended to exhaust memory.
struct SourceBudget: Sendable {
  /// The maximum size of an unpacked source in bytes.
  var unpackedBytes = 1 << 30
  /// The maximum number of files in an archive.
  var entries = 1000
  /// The maximum size in bytes of an archive's list of files, which libarchive keeps in memory.
  var directoryBytes = 4 << 20
  /// The maximum size of a cell in bytes.
  var cellBytes = 64 << 10
  /// The maximum size in bytes of a row, or of one value in a JSON catalog.
  var rowBytes = 512 << 10
  /// The maximum number of cells in a row.
  var rowCells = 1000
  /// The maximum nesting depth of JSON.
  var depth = 16
  /// The maximum size of one string of a car in bytes.
  var fieldBytes = 1000
  /// The maximum total size in bytes of the strings of all cars, which are kept in memory for searching.
  var textBytes = 32 << 20
  var cars = 250_000
  var makes = 5000
  /// The largest number allowed for a car, far beyond real values in any unit.
  var largestNumber = Car.largestNumber

  /// The limits of every refresh.
  static let standard = SourceBudget()
}

extension SourceError {
  /// Returns the error for a source that exceeds a limit.
  static func excessive(_ what: String, limit: Int, place: String? = nil) -> SourceError {
    .excessive(place: place, what: what, limit: limit)
  }
}
