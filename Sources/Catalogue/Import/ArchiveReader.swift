import CArchive
import Foundation

/// Reads a file as a stream of blocks, whether it is plain, gzipped or a zip archive, in constant memory.
final class ArchiveReader {
  private let archive: OpaquePointer
  private let hasEndRecord: Bool
  private let source: String
  private let budget: SourceBudget
  private let isCancelled: () -> Bool
  private var pending: UnsafeRawBufferPointer?
  private var unpacked = 0
  private var unpackedBefore = 0
  private var entryBytes: Int64 = 0
  private let fileBytes: Int64

  /// Opens the file; errors call it `source`.
  init(
    path: String, source: String, budget: SourceBudget = .standard, isCancelled: @escaping () -> Bool
  ) throws(CatalogueError) {
    let end = ZipEnd(path: path)
    guard end.directoryBytes <= budget.directoryBytes else {
      throw .source(.excessive("bytes in its list of files", limit: budget.directoryBytes), source: source)
    }
    guard let archive = archive_read_new() else {
      throw .source(.unreadable(reason: "out of memory"), source: source)
    }
    self.archive = archive
    hasEndRecord = end.isThere
    self.source = source
    self.budget = budget
    fileBytes = end.fileBytes
    self.isCancelled = isCancelled
    archive_read_support_filter_gzip(archive)
    archive_read_support_format_zip(archive)
    archive_read_support_format_raw(archive)
    guard archive_read_open_filename(archive, path, 128 << 10) == ARCHIVE_OK else { throw failure() }
  }

  deinit { archive_read_free(archive) }

  /// True when the file is a zip archive; known once the first entry was asked for.
  var isZip: Bool { archive_format(archive) & ARCHIVE_FORMAT_BASE_MASK == ARCHIVE_FORMAT_ZIP }

  /// How many bytes of the file itself were read.
  ///
  /// libarchive looks at the end of a zip archive first and then says that all is read: there the part of the file in it
  /// counts.
  var bytesRead: Int64 {
    guard isZip else { return archive_filter_bytes(archive, -1) }
    guard entryBytes > 0 else { return 0 }
    return Int64(min(1, Double(unpacked - unpackedBefore) / Double(entryBytes)) * Double(fileBytes))
  }

  /// Goes to the next regular file and returns its name, or `nil` after the last. A file that is not a zip archive is
  /// its own only entry.
  func nextEntry() throws(CatalogueError) -> String? {
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

  /// The next block of the present entry, valid until the next call; `nil` at its end.
  func nextBlock() throws(CatalogueError) -> UnsafeRawBufferPointer? {
    if let block = pending {
      pending = nil
      return block
    }
    while true {
      if isCancelled() { throw .cancelled }
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

  /// The block that ``nextBlock()`` will return next.
  func peek() throws(CatalogueError) -> UnsafeRawBufferPointer? {
    if pending == nil { pending = try nextBlock() }
    return pending
  }

  private func failure() -> CatalogueError {
    let reason = archive_error_string(archive).map { String(cString: $0) } ?? "unknown error"
    return .source(.damagedArchive(reason: reason.shortened(to: 120)), source: source)
  }
}
