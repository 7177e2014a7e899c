import Glibc
import ReactorTerminal
import SystemPackage

/// A row of the picker: an entry, and where it is.
struct FileRow: Identifiable, Sendable {
  /// Where it is.
  let id: FilePath
  /// What is there.
  let entry: FileEntry
}

/// What the cells of the picker say.
@MainActor
final class FileCells {
  /// In which zone of time dates are written.
  enum Zone: Sendable {
    /// The machine's.
    case local
    /// Everybody's, for tests.
    case utc
  }

  /// Whether to write ASCII only.
  var isASCII = false
  /// What to bring out in names.
  var filter = FileFilter("")
  private let zone: Zone

  /// Cells that write dates in a zone.
  init(zone: Zone) {
    self.zone = zone
  }

  /// The columns, from left to right. Where there is too little room the date goes first, then the size.
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

  /// What is no file has no size to speak of: here stands what it is.
  private func size(_ entry: FileEntry) -> TableCell {
    switch entry.kind {
    case .file: TableCell(byteCount(entry.size))
    case .folder: TableCell("folder", role: .secondary)
    case .unusable(let cause): TableCell(cause.word, role: .secondary)
    }
  }

  private func date(_ entry: FileEntry) -> TableCell {
    if case .unusable = entry.kind, entry.modified == 0 { return "" }
    let (quotient, remainder) = entry.modified.quotientAndRemainder(dividingBy: 1_000_000_000)
    var seconds = time_t(remainder < 0 ? quotient - 1 : quotient)
    var parts = tm()
    switch zone {
    case .local: localtime_r(&seconds, &parts)
    case .utc: gmtime_r(&seconds, &parts)
    }
    func two(_ number: Int32) -> String { (number < 10 ? "0" : "") + String(number) }
    let day = "\(Int(parts.tm_year) + 1900)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
    return TableCell("\(day) \(two(parts.tm_hour)):\(two(parts.tm_min))", role: .secondary)
  }
}

/// Bytes as a person reads them, in steps of a thousand: `512 B`, `12.3 kB`, `1.2 GB`.
func byteCount(_ bytes: Int64) -> String {
  guard bytes >= 1000 else { return "\(bytes) B" }
  var value = Double(bytes)
  let units = ["kB", "MB", "GB", "TB", "PB", "EB"]
  for unit in units {
    value /= 1000
    // What would be rounded up to a thousand belongs to the next unit.
    if value < 999.95 || unit == units.last { return "\(decimal(value, digits: 1)) \(unit)" }
  }
  return "\(bytes) B"
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

extension FileProblem.Cause {
  /// In a word, for the column of sizes.
  fileprivate var word: String {
    switch self {
    case .missing: "gone"
    case .denied: "denied"
    case .notFolder, .tooLong, .system: "error"
    case .linkLoop: "loop"
    case .deadLink: "dead link"
    case .folder: "folder"
    case .pipe: "pipe"
    case .socket: "socket"
    case .device: "device"
    }
  }
}
