import Foundation
import Glibc
import ReactorTerminal
import TapePlayer

/// The folders of a demo, in a temporary one: nothing that belongs to the user is read or written.
public struct DemoHouse: Sendable {
  /// What the program takes for the home folder.
  let home: URL
  /// Where its database lives.
  let data: URL
  /// The cars as they are before the first refresh: some of the bundled ones are still missing.
  let earlierCatalogue: URL
  private let folder: DemoFolder
  private let place: URL

  /// There is no place for them.
  public struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
    /// Where temporary folders are made.
    let place: String
    /// The system's number for what is the matter.
    let errno: Int32

    /// A sentence that says what to do.
    public var description: String {
      "A demo needs a temporary folder, and cannot have one in \(place) (\(systemReason(errno))): free some space there, or "
        + "name another place with TMPDIR."
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
  /// - Throws: ``Failure``, or what says why the catalogue cannot be read.
  init(catalogue: URL) throws {
    place = FileManager.default.temporaryDirectory
    DemoFolder.removeAbandoned(in: place)
    let earlier = Self.earlier(than: try Data(contentsOf: catalogue))
    do throws(DemoFolder.Failure) {
      folder = try DemoFolder(in: place)
    } catch {
      throw Failure(place: place.path, errno: error.errno)
    }
    home = folder.url.appendingPathComponent("home", isDirectory: true)
    data = folder.url.appendingPathComponent("data", isDirectory: true)
    earlierCatalogue = folder.url.appendingPathComponent("earlier-cars.json")
    do throws(DemoFolder.Failure) {
      for folder in [home, data] { try DemoFolder.Failure.check(mkdir(folder.path, 0o700)) }
      for file in Self.files { try Self.make(file, in: home) }
      let code = FileWriting.replace(earlierCatalogue.path, with: Array(earlier))
      if code != 0 { throw DemoFolder.Failure(errno: code) }
    } catch {
      remove()
      throw Failure(place: place.path, errno: error.errno)
    }
  }

  /// What is thrown when there is no room for more.
  var isFull: Failure { Failure(place: place.path, errno: ENOSPC) }

  /// Makes what a tape begins with the database.
  /// - Throws: ``TapeCatalogue/Failure`` where it cannot be used.
  func take(_ catalogue: TapeCatalogue) throws { try catalogue.copy(to: data) }

  /// Removes everything.
  func remove() { folder.remove() }

  private static func make(
    _ file: (name: String, size: Int64, modified: Int), in home: URL
  ) throws(DemoFolder.Failure) {
    let url = home.appendingPathComponent(file.name)
    let parent = url.deletingLastPathComponent()
    if access(parent.path, F_OK) != 0 { try DemoFolder.Failure.check(mkdir(parent.path, 0o755)) }
    let descriptor = open(url.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    try DemoFolder.Failure.check(descriptor)
    // Nobody reads what is in them, so they take no room on the disk.
    let result = ftruncate(descriptor, off_t(file.size))
    close(descriptor)
    try DemoFolder.Failure.check(result)
    for (place, time) in [(url, file.modified), (parent, 1_772_355_600)] {
      let moment = timespec(tv_sec: time, tv_nsec: 0)
      try DemoFolder.Failure.check(utimensat(AT_FDCWD, place.path, [moment, moment], 0))
    }
  }

  /// The catalogue without every eightieth car; one that cannot be understood as it is, so that a refresh says why.
  private static func earlier(than catalogue: Data) -> Data {
    guard var object = try? JSONSerialization.jsonObject(with: catalogue) as? [String: Any],
      let cars = object["cars"] as? [Any]
    else { return catalogue }
    object["cars"] = cars.enumerated().filter { $0.offset % 80 != 79 }.map(\.element)
    return (try? JSONSerialization.data(withJSONObject: object, options: .sortedKeys)) ?? catalogue
  }
}
