import CArchive
import Foundation

/// A reader of a plain, gzipped or zipped file as a stream of blocks, in constant memory.
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
    guard let archive = archive_read_new() else {
      throw .source(.unreadable(reason: "out of memory"), source: source)
    }
    self.archive = archive
    hasEndRecord = end.exists
    self.source = source
    self.budget = budget
    fileBytes = end.fileBytes
    self.isCanceled = isCanceled
    archive_read_support_filter_gzip(archive)
    archive_read_support_format_zip(archive)
    archive_read_support_format_raw(archive)
    guard archive_read_open_filename(archive, path, 128 << 10) == ARCHIVE_OK else { throw failure() }
  }

  deinit { archive_read_free(archive) }

  /// Whether the file is a zip archive, which is known after the first ``nextEntry()``.
  var isZip: Bool { archive_format(archive) & ARCHIVE_FORMAT_BASE_MASK == ARCHIVE_FORMAT_ZIP }

  /// The number of bytes read from the file itself.
  ///
  /// libarchive reads the end of a zip archive first and reports the whole archive as read. For such archives, the
  /// progress within the entry counts instead.
  var bytesRead: Int64 {
    guard isZip else { return archive_filter_bytes(archive, -1) }
    guard entryBytes > 0 else { return 0 }
    return Int64(min(1, Double(unpacked - unpackedBefore) / Double(entryBytes)) * Double(fileBytes))
  }

  /// Advances to the next regular file and returns its name, or `nil` after the last. A file that is not a zip archive
  /// is treated as its own single entry.
  func nextEntry() throws(CatalogError) -> String? {
    pending = nil
    while true {
      var entry: OpaquePointer?
      switch archive_read_next_header(archive, &entry) {
      case ARCHIVE_EOF: return nil
      case ARCHIVE_OK, ARCHIVE_WARN: break
      default: throw failure()
      }
      if isZip, !hasEndRecord { throw .source(.damagedArchive(reason: "its end is missing"), source: source) }
      (unpackedBefore, entryBytes) = (unpacked, archive_entry_size(entry))
      let isRegular = archive_entry_filetype(entry) & 0o170000 == 0o100000
      let name = archive_entry_pathname_utf8(entry) ?? archive_entry_pathname(entry)
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
      switch archive_read_data_block(archive, &start, &count, &offset) {
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
    let reason = archive_error_string(archive).map { String(cString: $0) } ?? "unknown error"
    return .source(.damagedArchive(reason: reason.shortened(to: 120)), source: source)
  }
}
