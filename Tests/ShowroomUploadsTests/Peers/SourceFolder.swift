import Foundation
import ShowroomFiles
import ShowroomNetwork
import ShowroomTestSupport
import Synchronization
import SystemPackage

@testable import ShowroomUploads

/// A folder for files to upload, removed when this value is released.
final class SourceFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent("uploads-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Creates a file with a size and pseudorandom contents.
  func source(_ name: String = "scan.pdf", size: Int = 1000) throws -> UploadSource {
    try source(name, bytes: Self.bytes(size))
  }

  /// Creates a file with a modification time, in seconds since 1970.
  func source(_ name: String = "scan.pdf", size: Int, modified: Int) throws -> UploadSource {
    let path = try source(name, size: size).path
    Self.setModified(timespec(tv_sec: modified, tv_nsec: 0), of: path.string)
    return try UploadSource(path: path)
  }

  private static func setModified(_ time: timespec, of path: String) {
    _ = [time, time].withUnsafeBufferPointer { utimensat(AT_FDCWD, path, $0.baseAddress, 0) }
  }

  func source(_ name: String, bytes: [UInt8]) throws -> UploadSource {
    let file = url.appendingPathComponent(name)
    try Data(bytes).write(to: file)
    return try UploadSource(path: FilePath(file.path))
  }

  /// Replaces the contents of a file and restores its modification time, as some programs do.
  func rewrite(_ source: UploadSource, with bytes: [UInt8]) throws -> UploadSource {
    let path = source.path.string
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try handle.write(contentsOf: Data(bytes))
    try handle.close()
    // A change within the same clock tick would leave the change time as it is.
    while try UploadSource(path: source.path).changed == source.changed { chmod(path, 0o644) }
    let (seconds, rest) = source.modified.quotientAndRemainder(dividingBy: 1_000_000_000)
    Self.setModified(timespec(tv_sec: Int(seconds), tv_nsec: Int(rest)), of: path)
    return try UploadSource(path: source.path)
  }

  /// Creates a sparse file that is larger than the buffers between two programs.
  func large(_ name: String = "large.bin", size: Int = 64 << 20) throws -> UploadSource {
    let file = url.appendingPathComponent(name)
    try Data().write(to: file)
    let handle = try FileHandle(forWritingTo: file)
    try handle.truncate(atOffset: UInt64(size))
    try handle.close()
    return try UploadSource(path: FilePath(file.path))
  }

  static func bytes(_ count: Int) -> [UInt8] { sample(count) }

  /// Returns a transfer of a file to car 7.
  func transfer(
    _ source: UploadSource, as name: String? = nil, in folders: [String] = [], onDuplicate: DuplicatePolicy = .fail,
    checkpoint: Checkpoint? = nil
  ) -> Transfer {
    Transfer(
      id: "a1b2c3", car: 7, source: source, folders: folders, name: name ?? StoredName(of: source.path).text,
      onDuplicate: onDuplicate,
      checkpoint: checkpoint)
  }
}

/// The events that an engine reported, in order.
final class Reports: Sendable {
  private let storage = Mutex<[TransferEvent]>([])

  var events: [TransferEvent] { storage.withLock { $0 } }

  var checkpoints: [Checkpoint] {
    events.compactMap { if case .checkpoint(let checkpoint) = $0 { checkpoint } else { nil } }
  }

  var sent: [Int64] { events.compactMap { if case .sent(let bytes) = $0 { bytes } else { nil } } }

  func append(_ event: TransferEvent) { storage.withLock { $0.append(event) } }

  /// The report for an engine.
  var report: TransferReport { { (event) async throws(UploadFailure) in self.append(event) } }
}

/// Runs a test with a transport and shuts it down.
@discardableResult
func withTransport<Result>(
  _ change: (inout HTTPLimits) -> Void = { _ in }, _ body: (HTTPTransport) async throws -> Result
) async throws -> Result {
  var limits = HTTPLimits(environment: [:])
  // On a busy computer, a response, a TLS handshake or the name service may take longer than the default time limits.
  limits.optionalRequestTimeout = 600
  limits.connectTimeout = 600
  change(&limits)
  let transport = HTTPTransport(limits: limits)
  do {
    let result = try await body(transport)
    await transport.shutDown()
    return result
  } catch {
    await transport.shutDown()
    throw error
  }
}

/// Returns an address that is known to be valid.
func address(_ text: String) -> WebAddress {
  guard let address = try? WebAddress(parsing: text) else { preconditionFailure("\(text) is no address") }
  return address
}
