import Foundation

/// The real tables, which are not part of the repository. They are in the folder specified by `SHOWROOM_DATA`, by
/// default `../shared/data`.
package enum RealData {
  /// The table of October 2025.
  package static let epa = file("epa-vehicles.csv.zip")
  /// The table of November 2022.
  package static let epa2022 = file("epa-vehicles-2022-11.csv.zip")
  /// The Korean table.
  package static let korean = file("kea-2020.cp949.csv")

  /// The cars of October 2025 in any checkout: from the table itself or from the bundled columns of it, which are all
  /// that is read.
  package static let cars = epa ?? Checkout.resources.appendingPathComponent("catalog.csv.gz")

  private static func file(_ name: String) -> URL? {
    let project = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let folder =
      ProcessInfo.processInfo.environment["SHOWROOM_DATA"].map { URL(fileURLWithPath: $0) }
      ?? project.deletingLastPathComponent().appendingPathComponent("shared/data")
    let file = folder.appendingPathComponent(name)
    return FileManager.default.fileExists(atPath: file.path) ? file : nil
  }
}
