/// The limits of a source. The EPA's table, the largest catalog, has 50,000 cars in 20 MB, with 84 cells per row and up
/// to 52 bytes per cell. A much larger source is damaged, or intended to exhaust memory.
struct SourceBudget: Sendable {
  /// The bytes of an unpacked source.
  var unpackedBytes = 1 << 30
  /// The files in an archive.
  var entries = 1000
  /// The bytes of an archive's list of files, which libarchive keeps in memory.
  var directoryBytes = 4 << 20
  /// The bytes of a cell.
  var cellBytes = 64 << 10
  /// The bytes of a row, or of one value of a JSON catalog.
  var rowBytes = 512 << 10
  /// The cells of a row.
  var rowCells = 1000
  /// The nesting depth of JSON.
  var depth = 16
  /// The bytes of one text of a car.
  var fieldBytes = 1000
  /// The bytes of the texts of all cars, which are kept in memory for searching.
  var textBytes = 32 << 20
  var cars = 250_000
  var makes = 5000
  /// The largest number of a car, far beyond any real one in its unit.
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
