import ReactorFiles
import ReactorTerminalCore
import ShowroomCatalog
import ShowroomFiles
import ShowroomText
import ShowroomUploads

/// The uploads that a command would start, with their expected results at the destination.
struct UploadPlan: Sendable {
  /// A file with its path at the destination.
  struct Entry: Sendable, Hashable {
    let source: UploadSource
    let name: String
    /// Whether the destination contains a file with this name; `nil` if it cannot list its files.
    let exists: Bool?
    /// Whether an earlier file in the plan has the same name.
    let isRepeated: Bool
    /// Whether the file is already in the queue for the same car and destination and has not been uploaded yet.
    let isQueued: Bool
  }

  let entries: [Entry]
  let destination: Destination
  let onDuplicate: DuplicatePolicy
  private let info: DestinationInfo

  /// Creates a plan.
  ///
  /// - Parameters:
  ///   - info: The available information about the destination.
  ///   - queued: The uploads of the queue.
  init(
    _ sources: [UploadSource], for car: Car.ID, to destination: Destination, onDuplicate: DuplicatePolicy,
    info: DestinationInfo, queued: [UploadItem]
  ) {
    let taken = info.files.map { Set($0.map(\.name)) }
    let waiting = Set(
      queued.filter { $0.car == car && $0.destination == "\(destination)" && $0.situation != .ended }.map(\.path))
    var planned: Set<StoredPath> = []
    entries = zip(sources, StoredPath.paths(of: sources)).map { source, path in
      Entry(
        source: source, name: path.text, exists: taken?.contains(path.text), isRepeated: !planned.insert(path).inserted,
        isQueued: waiting.contains(source.path.string))
    }
    self.destination = destination
    self.onDuplicate = onDuplicate
    self.info = info
  }

  /// The known reasons why the uploads would fail; empty if there are none.
  var problems: [String] {
    var problems: [String] = []
    if let reason = info.readOnlyReason { problems.append(reason) }
    if let free = info.freeBytes, free < size {
      problems.append(
        "\(destination) has \(ByteFormatting.size(free)) left; free some space there, or upload fewer files.")
    }
    if let limit = info.maximumSize {
      problems += entries.filter { $0.source.size > limit }.map {
        "\($0.name) is larger than the \(ByteFormatting.size(limit)) that \(destination) accepts; split it."
      }
    }
    if onDuplicate == .fail {
      problems += entries.filter { $0.exists == true }.map {
        "\($0.name) exists at the destination. \(UploadMessages.duplicateAdvice)"
      }
      problems += entries.filter(\.isRepeated).map {
        "Two files are named \($0.name); add --on-duplicate keep-both to upload both."
      }
    }
    return problems
  }

  private var size: Int64 {
    entries.reduce(0) { sum, entry in
      let (sum, overflows) = sum.addingReportingOverflow(entry.source.size)
      return overflows ? .max : sum
    }
  }

  /// The lines of the text output: the files with their sizes, and their total.
  var lines: [String] {
    entries.map { entry in
      ([entry.name, ByteFormatting.size(entry.source.size)] + remarks(on: entry)).joined(separator: "  ")
    } + [
      "\(counted(entries.count, "file")), \(ByteFormatting.size(size)), to \(destination)"
        + (info.files == nil ? "; it cannot list its files, so duplicates are unknown" : "")
    ]
  }

  private func remarks(on entry: Entry) -> [String] {
    var remarks: [String] = []
    if entry.exists == true || entry.isRepeated {
      switch onDuplicate {
      case .fail: remarks.append(entry.exists == true ? "exists" : "has the name of another file")
      case .replace: remarks.append("replaces a file")
      case .keepBoth: remarks.append("gets a number, because the name is taken")
      case .skip: remarks.append("is skipped if it is the same file")
      }
    }
    if entry.isQueued { remarks.append("is already in the queue") }
    return remarks
  }

  /// The files as JSON objects, one per line.
  var json: [String] {
    entries.map { entry in
      var json = JSONText()
      json.add("event", "planned")
      json.add("name", entry.name)
      json.add("path", entry.source.path.string)
      json.add("size", Int(entry.source.size))
      json.add("destination", "\(destination)")
      json.add("exists", entry.exists)
      json.add("queued", entry.isQueued)
      return json.closed()
    }
  }
}
