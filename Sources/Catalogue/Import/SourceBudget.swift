/// The most that a source may bring. The EPA's table, the largest catalogue there is, has 50,000 cars in 20 MB, of 84 cells a
/// row and 52 bytes a cell; what is much larger is damaged, or made to fill the memory.
struct SourceBudget: Sendable {
  /// Bytes of a source when unpacked.
  var unpackedBytes = 1 << 30
  /// Files in an archive.
  var entries = 1000
  /// Bytes of an archive's list of files, which libarchive holds in memory.
  var directoryBytes = 4 << 20
  /// Bytes of a cell.
  var cellBytes = 64 << 10
  /// Bytes of a row, or of one value of a JSON catalogue.
  var rowBytes = 512 << 10
  /// Cells of a row.
  var rowCells = 1000
  /// Values within values in JSON.
  var depth = 16
  /// Bytes of one text of a car.
  var fieldBytes = 1000
  /// Bytes of the texts of all cars, which are held in memory for searching.
  var textBytes = 32 << 20
  /// Cars.
  var cars = 250_000
  /// Makes.
  var makes = 5000
  /// The largest figure of a car; in its unit none comes near.
  var figure = 1e7

  /// The budget of every refresh.
  static let standard = SourceBudget()
}

extension SourceProblem {
  /// More of something than ``SourceBudget`` allows.
  static func excessive(_ what: String, limit: Int, place: String? = nil) -> SourceProblem {
    .excessive(place: place, what: what, limit: limit)
  }
}
