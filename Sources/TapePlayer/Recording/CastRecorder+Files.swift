import Glibc

extension CastRecorder {
  /// Returns a recorder that writes to new or truncated files at `paths` and to `sinks`; `nil` if there are none.
  ///
  /// - Parameter arePrivate: Whether only the owner can read the files.
  /// - Throws: ``RecordingError``, after removing the files.
  package static func recorder(
    files paths: [String], arePrivate: Bool = false, _ sinks: [any RecordingSink] = [], header: Header,
    recordsInput: Bool = false
  ) throws(RecordingError) -> CastRecorder? {
    if paths.isEmpty, sinks.isEmpty { return nil }
    var created: [String] = []
    do throws(RecordingError) {
      var all = sinks
      for path in paths {
        all.append(try RecordingFile(path: path, isPrivate: arePrivate))
        created.append(path)
      }
      return try CastRecorder(to: MultipleSinks(all), header: header, recordsInput: recordsInput)
    } catch {
      for path in created { unlink(path) }
      // A recording without its first line cannot be played.
      guard case .cannotWrite(let path, let code) = error else { throw error }
      throw .cannotCreate(path: path, errno: code)
    }
  }

  /// A sink that writes each line to several sinks.
  private final class MultipleSinks: RecordingSink {
    private let sinks: [any RecordingSink]
    init(_ sinks: [any RecordingSink]) { self.sinks = sinks }
    func write(line: [UInt8]) throws(RecordingError) {
      for sink in sinks { try sink.write(line: line) }
    }
  }
}
