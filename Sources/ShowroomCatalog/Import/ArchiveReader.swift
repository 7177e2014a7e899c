import CLibraries
import Foundation
import ShowroomFiles
import ShowroomNetwork

/// A reader that streams a plain, gzipped or zipped file in blocks, using constant memory.
final class ArchiveReader {
  private let archive: OpaquePointer
  private let hasEndRecord: Bool
  private let source: String
  private let budget: SourceBudget
  private let isCanceled: () -> Bool
  private var pending: UnsafeRawBufferPointer?
  private var unpacked = 0
  private var unpackedBefore = 0
  private var entryBytes: Int64 = 0
  private let fileBytes: Int64

  /// Opens the file. Errors refer to it as `source`.
  init(
    path: String, source: String, budget: SourceBudget = .standard, isCanceled: @escaping () -> Bool
  ) throws(CatalogError) {
    let end = ZipEnd(path: path)
    guard end.directoryBytes <= budget.directoryBytes else {
      throw .source(.excessive("bytes in its list of files", limit: budget.directoryBytes), source: source)
    }
    if let reason = cn_open_archive() {
      let library = MissingLibrary(name: "libarchive", package: "libarchive13", reason: String(cString: reason))
      throw .source(.missingLibrary(library), source: source)
    }
    guard let archive = cn_archive_new() else {
      throw .source(.unreadable(reason: "out of memory"), source: source)
    }
    self.archive = archive
    hasEndRecord = end.exists
    self.source = source
    self.budget = budget
    fileBytes = end.fileBytes
    self.isCanceled = isCanceled
    guard cn_archive_open(archive, path, 128 << 10) == ARCHIVE_OK else { throw failure() }
  }

  deinit { cn_archive_free(archive) }

  /// Whether the file is a zip archive. Known after the first ``nextEntry()``.
  var isZip: Bool { cn_archive_format(archive) & ARCHIVE_FORMAT_BASE_MASK == ARCHIVE_FORMAT_ZIP }

  /// The number of bytes read from the file itself.
  ///
  /// libarchive reads the end of a zip archive first and then reports the whole archive as read. For such archives, the
  /// progress within the entry is counted instead.
  var bytesRead: Int64 {
    guard isZip else { return cn_archive_bytes(archive) }
    guard entryBytes > 0 else { return 0 }
    return Int64(min(1, Double(unpacked - unpackedBefore) / Double(entryBytes)) * Double(fileBytes))
  }

  /// Advances to the next regular file and returns its name, or `nil` after the last. A file that is not a zip archive
  /// is treated as its own single entry.
  func nextEntry() throws(CatalogError) -> String? {
    pending = nil
    while true {
      var entry: OpaquePointer?
      switch cn_archive_next(archive, &entry) {
      case ARCHIVE_EOF: return nil
      case ARCHIVE_OK, ARCHIVE_WARN: break
      default: throw failure()
      }
      if isZip, !hasEndRecord { throw .source(.damagedArchive(reason: "its end is missing"), source: source) }
      (unpackedBefore, entryBytes) = (unpacked, cn_entry_size(entry))
      let isRegular = cn_entry_type(entry) & 0o170000 == 0o100000
      let name = cn_entry_name(entry)
      if !isZip || isRegular { return name.map { String(cString: $0) } ?? "" }
    }
  }

  /// Returns the next block of the current entry, valid until the next call, or `nil` at its end.
  func nextBlock() throws(CatalogError) -> UnsafeRawBufferPointer? {
    if let block = pending {
      pending = nil
      return block
    }
    while true {
      if isCanceled() { throw .canceled }
      var start: UnsafeRawPointer?
      var count = 0
      var offset: Int64 = 0
      switch cn_archive_data(archive, &start, &count, &offset) {
      case ARCHIVE_EOF: return nil
      case ARCHIVE_OK, ARCHIVE_WARN: break
      default: throw failure()
      }
      unpacked += count
      guard unpacked <= budget.unpackedBytes else {
        throw .source(.tooLarge(limit: budget.unpackedBytes), source: source)
      }
      if count > 0 { return UnsafeRawBufferPointer(start: start, count: count) }
    }
  }

  /// Returns the block that ``nextBlock()`` returns next.
  func peek() throws(CatalogError) -> UnsafeRawBufferPointer? {
    if pending == nil { pending = try nextBlock() }
    return pending
  }

  private func failure() -> CatalogError {
    let reason = cn_archive_error(archive).map { String(cString: $0) } ?? "unknown error"
    return .source(.damagedArchive(reason: reason.shortened(to: 120)), source: source)
  }
}
