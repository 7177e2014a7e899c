import Glibc
import TapePlayer

extension CastRecorder {
  /// A recording into the files at `paths`, which are made or emptied now, and into `sinks`; nil where there are none.
  /// - Parameter arePrivate: whether nobody but the owner of the files may read them.
  /// - Throws: `RecordingError`; none of the files is left then.
  static func recorder(
    files paths: [String], arePrivate: Bool = false, _ sinks: [any RecordingSink] = [], header: Header,
    keepsInput: Bool = false
  ) throws(RecordingError) -> CastRecorder? {
    if paths.isEmpty, sinks.isEmpty { return nil }
    var made: [String] = []
    do throws(RecordingError) {
      var all = sinks
      for path in paths {
        all.append(try RecordingFile(path: path, isPrivate: arePrivate))
        made.append(path)
      }
      return try CastRecorder(to: Copies(of: all), header: header, keepsInput: keepsInput)
    } catch {
      for path in made { unlink(path) }
      // Without its first line nothing of it can be played.
      guard case .cannotWrite(let path, let code) = error else { throw error }
      throw .cannotCreate(path: path, errno: code)
    }
  }

  /// Several recordings of the same.
  private final class Copies: RecordingSink {
    private let sinks: [any RecordingSink]
    init(of sinks: [any RecordingSink]) { self.sinks = sinks }
    func write(line: [UInt8]) throws(RecordingError) {
      for sink in sinks { try sink.write(line: line) }
    }
  }
}
