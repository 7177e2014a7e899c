import ReactorFiles
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
    /// The unfinished upload of the file in the queue, if any.
    let unfinished: Upload?
    /// Whether the file with this name, at the destination or earlier in the plan, is known to have a different size.
    let isDifferent: Bool
    /// The item at the destination that prevents the file from being stored; `nil` if none is known.
    let obstacle: Obstacle?
  }

  /// An item at the destination that prevents a file from being stored.
  enum Obstacle: Sendable, Hashable {
    /// A file with the path of a required folder.
    case file(String)
    /// A folder with the path of the file.
    case folder
  }

  let entries: [Entry]
  let destination: Destination
  let onDuplicate: DuplicatePolicy
  private let info: DestinationInfo

  /// Creates a plan.
  ///
  /// - Parameters:
  ///   - info: The available information about the destination.
  ///   - unfinished: The unfinished uploads in the queue, by the indices of their files.
  init(
    _ sources: [UploadSource], to destination: Destination, onDuplicate: DuplicatePolicy,
    info: DestinationInfo, unfinished: [Int: Upload]
  ) {
    let sizes = info.files.map { Dictionary($0.map { ($0.name, $0.size) }) { first, _ in first } }
    let folders = Set((info.files ?? []).flatMap { Self.folders(of: StoredPath(received: $0.name)) })
    var planned: [StoredPath: Int64] = [:]
    entries = zip(sources, StoredPath.paths(of: sources)).enumerated().map { index, file in
      let (source, path) = file
      let earlier = planned[path]
      planned[path] = earlier ?? source.size
      let size = sizes?[path.text] ?? earlier
      return Entry(
        source: source, name: path.text, exists: sizes.map { $0[path.text] != nil }, isRepeated: earlier != nil,
        unfinished: unfinished[index], isDifferent: size.map { $0 != source.size } ?? false,
        obstacle: Self.obstacle(to: path, at: destination, onDuplicate, files: sizes ?? [:], folders: folders))
    }
    self.destination = destination
    self.onDuplicate = onDuplicate
    self.info = info
  }

  /// Returns the paths of the folders of a file, outermost first.
  private static func folders(of path: StoredPath) -> [String] {
    path.folders.indices.map { path.folders[...$0].joined(separator: "/") }
  }

  /// Returns the item at the destination that prevents a file from being stored.
  private static func obstacle(
    to path: StoredPath, at destination: Destination, _ onDuplicate: DuplicatePolicy, files: [String: Int64],
    folders: Set<String>
  ) -> Obstacle? {
    // A key of S3 may begin with another key.
    if case .s3 = destination { return nil }
    if let file = self.folders(of: path).first(where: { files[$0] != nil }) { return .file(file) }
    guard folders.contains(path.text) else { return nil }
    switch onDuplicate {
    case .fail, .skip: return .folder
    case .keepBoth: return nil
    // A server may replace a folder with a file.
    case .replace: if case .folder = destination { return .folder } else { return nil }
    }
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
    return problems + entries.compactMap(problem(with:))
  }

  /// Returns the reason why a file could not be stored under its name.
  private func problem(with entry: Entry) -> String? {
    let name = entry.name
    switch entry.obstacle {
    case .file(let path):
      return "\(path) is a file at the destination, but \(name) requires a folder of that name; rename one of them."
    case .folder: return "\(name) is a folder at the destination, but the upload is a file; rename one of them."
    case nil: break
    }
    switch onDuplicate {
    case .replace, .keepBoth: return nil
    case .skip where !entry.isDifferent: return nil
    case .fail where entry.exists == true:
      return "\(name) exists at the destination. \(UploadMessages.duplicateAdvice(instead: onDuplicate))"
    case .skip where entry.exists == true:
      return "The destination has a different file named \(name): its size differs. "
        + UploadMessages.duplicateAdvice(instead: onDuplicate)
    case .fail, .skip:
      return entry.isRepeated ? "Two files are named \(name); add --on-duplicate keep-both to upload both." : nil
    }
  }

  private var size: Int64 {
    entries.reduce(0) { sum, entry in
      let (sum, overflows) = sum.addingReportingOverflow(entry.source.size)
      return overflows ? .max : sum
    }
  }

  /// The lines of the text output: the files with their sizes, and their total.
  var lines: [String] {
    entries.map(line(for:)) + [
      "\(counted(entries.count, "file")), \(ByteFormatting.size(size)), to \(destination)"
        + (info.files == nil ? "; it cannot list its files, so duplicates are unknown" : "")
    ]
  }

  private func line(for entry: Entry) -> String {
    let parts = [entry.name, ByteFormatting.size(entry.source.size)] + [remark(on: entry)].compactMap(\.self)
    return parts.joined(separator: "  ")
  }

  /// Returns what is known about a file; `nil` if there is nothing to mention.
  private func remark(on entry: Entry) -> String? {
    var remarks: [String] = []
    switch entry.obstacle {
    case .file(let path): remarks.append("requires a folder in place of the file \(path)")
    case .folder: remarks.append("has the name of a folder")
    case nil where entry.exists == true || entry.isRepeated:
      switch onDuplicate {
      case .fail: remarks.append(entry.exists == true ? "exists" : "has the name of another file")
      case .replace: remarks.append("replaces a file")
      case .keepBoth: remarks.append("gets a number, because the name is taken")
      case .skip where entry.isDifferent: remarks.append("differs in size from the file of that name")
      case .skip: remarks.append("is skipped if it is the same file")
      }
    case nil: break
    }
    switch entry.unfinished?.situation {
    case nil: break
    case .elsewhere: remarks.append("is in the queue of another running instance of Showroom")
    default: remarks.append("resumes an unfinished upload")
    }
    return remarks.isEmpty ? nil : remarks.joined(separator: ", and ")
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
      json.add("queued", entry.unfinished != nil)
      return json.closed()
    }
  }
}
