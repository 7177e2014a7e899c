import Foundation
import ReactorTerminal

/// The folders of a demo, in a temporary one: nothing that belongs to the user is read or written.
public struct DemoHouse: Sendable {
  /// What the program takes for the home folder.
  let home: URL
  /// Where its database lives.
  let data: URL
  /// The cars as they are before the first refresh: some of the bundled ones are still missing.
  let earlierCatalogue: URL
  private let folder: URL

  /// A folder could not be made.
  public struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
    let path: String
    let reason: String

    /// A sentence that says what to do.
    public var description: String {
      "The demo's temporary folder \(path) could not be made (\(reason)): free some space, or name another with TMPDIR."
    }
  }

  /// The files that can be uploaded, their sizes in bytes and when they were written, in seconds since 1970.
  private static let files: [(name: String, size: Int64, modified: Int)] = [
    ("Documents/registration.pdf", 1_260_000, 1_772_442_000),
    ("Documents/warranty.pdf", 2_480_000, 1_774_869_300),
    ("Documents/기아 서비스.pdf", 640_000, 1_775_464_200),
    ("Photos/front.jpg", 3_100_000, 1_777_020_060),
    ("Photos/dashboard.jpg", 2_700_000, 1_777_020_180),
    ("Videos/test drive.mp4", 96_000_000, 1_777_021_800),
  ]

  /// Makes the folders and files.
  ///
  /// - Parameter catalogue: the bundled catalogue.
  /// - Throws: ``Failure``.
  init(catalogue: URL) throws {
    let place = FileManager.default.temporaryDirectory
    folder = place.appendingPathComponent("showroom-demo-\(UUID().uuidString.lowercased())", isDirectory: true)
    home = folder.appendingPathComponent("home", isDirectory: true)
    data = folder.appendingPathComponent("data", isDirectory: true)
    earlierCatalogue = folder.appendingPathComponent("earlier-cars.json")
    do {
      try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
      for file in Self.files { try Self.make(file, in: home) }
      try Self.earlier(than: Data(contentsOf: catalogue)).write(to: earlierCatalogue)
    } catch {
      remove()
      throw Failure(path: folder.path, reason: error.localizedDescription)
    }
  }

  /// Makes what a tape begins with the database.
  /// - Throws: ``TapeCatalogue/Failure`` where it cannot be used.
  func take(_ catalogue: TapeCatalogue) throws { try catalogue.copy(to: data) }

  /// Removes everything.
  func remove() { try? FileManager.default.removeItem(at: folder) }

  private static func make(_ file: (name: String, size: Int64, modified: Int), in home: URL) throws {
    let url = home.appendingPathComponent(file.name)
    let parent = url.deletingLastPathComponent()
    try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
    try Data().write(to: url)
    // Nobody reads what is in them, so they take no room on the disk.
    let handle = try FileHandle(forWritingTo: url)
    try handle.truncate(atOffset: UInt64(file.size))
    try handle.close()
    for (place, time) in [(url, file.modified), (parent, 1_772_355_600)] {
      let date = Date(timeIntervalSince1970: TimeInterval(time))
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: place.path)
    }
  }

  /// The catalogue without every eightieth car.
  private static func earlier(than catalogue: Data) throws -> Data {
    guard var object = try JSONSerialization.jsonObject(with: catalogue) as? [String: Any],
      let cars = object["cars"] as? [Any]
    else { return catalogue }
    object["cars"] = cars.enumerated().filter { $0.offset % 80 != 79 }.map(\.element)
    return try JSONSerialization.data(withJSONObject: object, options: .sortedKeys)
  }
}
