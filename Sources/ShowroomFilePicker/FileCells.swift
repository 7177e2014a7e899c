import ReactorTerminal
import ShowroomText

/// The contents of the picker's table cells.
@MainActor
final class FileCells {
  /// Whether cells contain only ASCII characters.
  var isASCII = false
  /// The filter whose matches are highlighted in names.
  var filter = FileFilter("")
  private let timestamps: TimestampFormatting

  /// Creates cells that use `timestamps` to format dates.
  init(timestamps: TimestampFormatting) {
    self.timestamps = timestamps
  }

  /// The columns, from left to right. A narrow table drops the date first, and then the size.
  var columns: [TableColumn<FileRow>] {
    [
      TableColumn(
        id: FileOrder.Field.name.rawValue, title: FileOrder.Field.name.label,
        width: .flexible(min: 20, ideal: 24, weight: 1), priority: 100, isSortable: true, truncation: .middle,
        cell: { [self] in name($0.entry) }),
      TableColumn(
        id: FileOrder.Field.size.rawValue, title: FileOrder.Field.size.label, width: .fixed(9), alignment: .trailing,
        priority: 90, isSortable: true, cell: { [self] in size($0.entry) }),
      TableColumn(
        id: FileOrder.Field.modified.rawValue, title: FileOrder.Field.modified.label, width: .fixed(16), priority: 80,
        isSortable: true, cell: { [self] in date($0.entry) }),
    ]
  }

  private func name(_ entry: FileEntry) -> TableCell {
    let name = "\(entry.name)"
    var text = entry.isFolder ? name + "/" : name
    if let target = entry.linkTarget { text += (isASCII ? " -> " : " → ") + "\(target)" }
    return TableCell(text, role: entry.role, highlights: filter.highlights(in: name))
  }

  /// Returns the size of a file, or the kind of any other entry.
  private func size(_ entry: FileEntry) -> TableCell {
    switch entry.kind {
    case .file: TableCell(ByteFormatting.size(entry.size))
    case .folder: TableCell("folder", role: .secondary)
    case .unusable(let cause): TableCell(cause.word, role: .secondary)
    }
  }

  private func date(_ entry: FileEntry) -> TableCell {
    if case .unusable = entry.kind, entry.modified == 0 { return "" }
    return TableCell(timestamps.minute(Double(entry.modified) / 1e9), role: .secondary)
  }
}

extension FileEntry {
  fileprivate var role: Role? {
    switch kind {
    case .file: nil
    case .folder: .accent
    case .unusable: .secondary
    }
  }
}

extension FileError.Cause {
  /// A short label for the kind, shown in the size column.
  fileprivate var word: String {
    switch self {
    case .missing: "missing"
    case .denied: "denied"
    case .notFolder, .tooLong, .system: "error"
    case .outside: "outside"
    case .linkLoop: "loop"
    case .deadLink: "broken"
    case .folder: "folder"
    case .pipe: "pipe"
    case .socket: "socket"
    case .device: "device"
    }
  }
}
