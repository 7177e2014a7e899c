import Foundation
import Logging
import ReactorFiles
import ReactorTerminalCore
import ShowroomCatalog
import ShowroomUploads

/// The values in a configuration file; `nil` for each absent value.
struct Configuration: Sendable, Hashable {
  /// The file.
  var url: URL?
  var theme: ThemeChoice?
  var isASCII: Bool?
  var hasMouse: Bool?
  var source: CatalogSource?
  var units: UnitSystem?
  var destination: Destination?
  var concurrentUploads: Int?
  var rateLimit: Int64?
  var caFile: String?
  var logLevel: Logger.Level?
  var synchronizedOutput: Bool?
  var keymap = Keymap()

  /// The setting keys, in the order in which errors list them.
  static let names = [
    "theme", "ascii", "mouse", "source", "units", "destination", "concurrent-uploads", "limit-rate", "ca-file",
    "log-level",
    "synchronized-output", "keys",
  ]

  /// The maximum size of a configuration file in bytes.
  private static let sizeLimit = 64 << 10

  /// Creates an empty configuration.
  init() {}

  /// Reads a configuration file; returns `nil` if it does not exist.
  ///
  /// - Throws: ``SettingsError`` for the first invalid line.
  init?(
    reading url: URL, _ directories: UserDirectories, commands: @autoclosure () -> Set<CommandID>
  ) throws(SettingsError) {
    guard let text = try Self.text(of: url) else { return nil }
    try self.init(parsing: text, url: url, directories, commands: commands())
  }

  /// Parses the text of a configuration file.
  ///
  /// - Parameter commands: The commands to which the file may assign keys. Evaluated only if it assigns any.
  init(
    parsing text: String, url: URL, _ directories: UserDirectories, commands: @autoclosure () -> Set<CommandID>
  ) throws(SettingsError) {
    let document = try ConfigurationDocument(text, path: url.path)
    self.url = url
    for name in document.names {
      switch name {
      case "theme": theme = try document.choice(name)
      case "ascii": isASCII = try document.flag(name)
      case "mouse": hasMouse = try document.flag(name)
      case "units": units = try document.choice(name)
      case "log-level": logLevel = try document.choice(name)
      case "synchronized-output": synchronizedOutput = try document.flag(name)
      case "source":
        let (text, origin) = try document.text(name)
        source = try SettingValue.source(text, origin, directories, relativeTo: url.deletingLastPathComponent())
      case "destination":
        let (text, origin) = try document.text(name)
        destination = try SettingValue.destination(
          text, origin, directories, relativeTo: url.deletingLastPathComponent())
      case "concurrent-uploads": concurrentUploads = try document.number(name, in: Settings.uploadCounts)
      case "limit-rate":
        let (text, origin) = try document.text(name)
        rateLimit = try SettingValue.rate(text, origin)
      case "ca-file":
        let (text, origin) = try document.text(name)
        caFile = try SettingValue.path(text, origin, directories, relativeTo: url.deletingLastPathComponent()).path
      case "keys": keymap = try document.keymap(name, commands: commands())
      default:
        throw document.problem(
          [name], "unknown setting \"\(name)\". Known settings are \(Self.names.joined(separator: ", ")).")
      }
    }
  }

  private static func text(of url: URL) throws(SettingsError) -> String? {
    // Opened as nonblocking, because opening a pipe without a writer would block the launch.
    let descriptor = open(url.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw .unreadable(path: url.path, reason: String(cString: strerror(errno)))
    }
    defer { close(descriptor) }
    var status = stat()
    // Character devices are allowed because of /dev/null. The size limit applies to all others.
    guard fstat(descriptor, &status) == 0, [S_IFREG, S_IFCHR].contains(status.st_mode & S_IFMT) else {
      throw .unreadable(path: url.path, reason: OpenedFile.kindReason)
    }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: sizeLimit + 1)
    while case let count = read(descriptor, &buffer, buffer.count), count != 0 {
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .unreadable(path: url.path, reason: String(cString: strerror(errno))) }
      bytes += buffer[..<count]
      guard bytes.count <= sizeLimit else {
        throw .unreadable(path: url.path, reason: "it is larger than \(sizeLimit >> 10) KB")
      }
    }
    return try decoded(bytes[...], path: url.path)
  }

  /// Decodes UTF-8 text. An error names the first invalid line.
  private static func decoded(_ bytes: ArraySlice<UInt8>, path: String) throws(SettingsError) -> String {
    func line(of index: Int) -> Int { bytes[..<index].count { $0 == 0x0A } + 1 }
    if let nul = bytes.firstIndex(of: 0) {
      throw .configuration(
        path: path, line: line(of: nul), message: "the file contains a NUL byte and is not a text file.")
    }
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    let firstBad = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      .first { String(validating: $0, as: UTF8.self) == nil }
    throw .configuration(
      path: path, line: line(of: firstBad?.startIndex ?? 0), message: "the text is not UTF-8. Save the file as UTF-8.")
  }
}
