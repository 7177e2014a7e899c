extension CastRecorder {
  /// Returns a recorder that writes to several files and sinks; `nil` if there are none.
  ///
  /// - Throws: ``RecordingError``, after removing the files.
  package static func recorder(
    _ files: [RecordingFile], _ sinks: [any RecordingSink] = [], header: Header, recordsInput: Bool = false
  ) throws(RecordingError) -> CastRecorder? {
    if files.isEmpty, sinks.isEmpty { return nil }
    do throws(RecordingError) {
      return try CastRecorder(to: MultipleSinks(sinks + files), header: header, recordsInput: recordsInput)
    } catch {
      for file in files { file.remove() }
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
