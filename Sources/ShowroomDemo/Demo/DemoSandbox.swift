import Foundation
import Glibc
import ReactorFiles
import ShowroomCatalog

/// The folders of a demo inside a temporary folder, so that no user data is read or changed.
struct DemoSandbox: Sendable {
  /// The home folder of the program.
  let home: URL
  /// The data directory of the program.
  let data: URL
  private let folder: DemoFolder
  private let parent: URL

  /// The files to upload, with sizes in bytes and modification times in seconds since 1970.
  private static let files: [(name: String, size: Int64, modified: Int)] = [
    ("Documents/registration.pdf", 1_260_000, 1_772_442_000),
    ("Documents/warranty.pdf", 2_480_000, 1_774_869_300),
    ("Documents/기아 서비스.pdf", 640_000, 1_775_464_200),
    ("Photos/front.jpg", 3_100_000, 1_777_020_060),
    ("Photos/dashboard.jpg", 2_700_000, 1_777_020_180),
    ("Videos/test drive.mp4", 96_000_000, 1_777_021_800),
  ]

  /// The number of bytes at the beginning of the database that stay intact. They contain the root pages of all tables,
  /// but few cars.
  private static let intactBytes: off_t = 256 << 10

  /// Creates the folders and files.
  ///
  /// - Throws: ``DemoSandboxError``.
  init() throws {
    parent = FileManager.default.temporaryDirectory
    DemoFolder.removeAbandoned(in: parent)
    do throws(SystemError) {
      folder = try DemoFolder(in: parent)
    } catch {
      throw DemoSandboxError(parent: parent.path, errno: error.number)
    }
    home = folder.url.appendingPathComponent("home", isDirectory: true)
    data = folder.url.appendingPathComponent("data", isDirectory: true)
    do throws(SystemError) {
      for folder in [home, data] { try SystemError.check(mkdir(folder.path, 0o700)) }
      for file in Self.files { try Self.make(file, in: home) }
    } catch {
      remove()
      throw DemoSandboxError(parent: parent.path, errno: error.number)
    }
  }

  /// The path of the temporary folder.
  var path: String { folder.url.path }

  /// The error to report if the disk is full.
  var diskFullError: DemoSandboxError { DemoSandboxError(parent: parent.path, errno: ENOSPC) }

  /// Replaces the contents of the database, except for its beginning, with zeros, as a failing disk might.
  func damageDatabase() throws(DemoSandboxError) {
    let path = data.appendingPathComponent(CatalogStore.fileName).path
    var status = stat()
    guard stat(path, &status) == 0, truncate(path, Self.intactBytes) == 0, truncate(path, status.st_size) == 0 else {
      throw DemoSandboxError(parent: parent.path, errno: errno)
    }
  }

  /// Removes all folders and files.
  func remove() { folder.remove() }

  private static func make(
    _ file: (name: String, size: Int64, modified: Int), in home: URL
  ) throws(SystemError) {
    let url = home.appendingPathComponent(file.name)
    let parent = url.deletingLastPathComponent()
    if access(parent.path, F_OK) != 0 { try SystemError.check(mkdir(parent.path, 0o755)) }
    let descriptor = open(url.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    try SystemError.check(descriptor)
    // The file is sparse, because its contents are never read.
    let result = ftruncate(descriptor, off_t(file.size))
    close(descriptor)
    try SystemError.check(result)
    for (changed, time) in [(url, file.modified), (parent, 1_772_355_600)] {
      let moment = timespec(tv_sec: time, tv_nsec: 0)
      try SystemError.check(utimensat(AT_FDCWD, changed.path, [moment, moment], 0))
    }
  }
}

/// An error in writing the temporary files of a demo.
struct DemoSandboxError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The folder for temporary folders.
  let parent: String
  /// The error number.
  let errno: Int32

  /// A message with the reason and what to do.
  var description: String {
    "A demo needs temporary files, which could not be written in \(parent) (\(systemReason(errno))). Free some space "
      + "there, or set TMPDIR to another folder."
  }
}
