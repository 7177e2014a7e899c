import Foundation
import ShowroomFiles

/// An importer of cars from a file in any supported format.
struct CatalogImporter {
  /// The version of the importer, which is that of its latest change. A source that another version has read is read
  /// again.
  static let version = max(
    firstComparable, CarNumber.allCases.map(\.definition.since).max() ?? 1, CarText.allCases.map(\.since).max() ?? 1)
  /// The first version that read its columns in the same way as the current one, so that its values can be compared.
  /// If the same bytes would result in different cars than before, state the next version here. Each column states the
  /// version that first read it (``CarNumber/Definition/since``, ``CarText/since``).
  static let firstComparable = 2

  let path: String
  let source: String
  var budget = SourceBudget.standard
  let isCanceled: () -> Bool

  /// Reads the whole file. `take` receives each car, a function that returns its place for errors, and the number of
  /// bytes read so far.
  func run(take: (inout CarRecord, _ place: () -> String, _ read: Int64) throws -> Void) throws {
    let archive = try ArchiveReader(path: path, source: source, budget: budget, isCanceled: isCanceled)
    var names: [String] = []
    var headerError: CatalogError?
    while let name = try archive.nextEntry() {
      guard names.count < budget.entries else {
        throw CatalogError.source(.excessive("files in it", limit: budget.entries), source: source)
      }
      names.append(name.shortened(to: 200))
      let content = Content(beginning: try archive.peek())
      switch content {
      case .json:
        try readJSON(archive, take: take)
        return
      case .text:
        do {
          try EPAImporter(source: source, budget: budget).read(archive, take: take)
          return
        } catch let error as CatalogError where archive.isZip && error.isAboutHeader {
          // The archive may contain a text file in addition to the table. The error is reported if no table follows.
          headerError = headerError ?? error
        }
      case .empty, .webPage, .binary:
        if !archive.isZip { throw CatalogError.source(content.error, source: source) }
      }
    }
    throw headerError ?? CatalogError.source(.archiveWithoutCatalog(files: names), source: source)
  }

  private func readJSON(
    _ archive: ArchiveReader, take: (inout CarRecord, _ place: () -> String, _ read: Int64) throws -> Void
  ) throws {
    var importer = JSONImporter(source: source, budget: budget)
    while let block = try archive.nextBlock() {
      try importer.read(block) { record, place in
        if isCanceled() { throw CatalogError.canceled }
        try take(&record, { place }, archive.bytesRead)
      }
    }
    try importer.finish()
  }

  /// The kind of content that a file begins with.
  enum Content {
    case empty, json, webPage, text, binary

    init(beginning block: UnsafeRawBufferPointer?) {
      guard let block else {
        self = .empty
        return
      }
      // The table reader reports UTF-16 with a better error than "binary".
      if block.starts(with: [0xff, 0xfe]) || block.starts(with: [0xfe, 0xff]) {
        self = .text
        return
      }
      let start = block.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
      let first = block[start...].first { $0 > 0x20 }
      switch first {
      case nil: self = block.contains(0) ? .binary : .empty
      case UInt8(ascii: "{"), UInt8(ascii: "["): self = .json
      case UInt8(ascii: "<"): self = .webPage
      default: self = block.prefix(4).contains { $0 < 0x09 } ? .binary : .text
      }
    }

    var error: SourceError {
      switch self {
      case .empty: .empty
      case .webPage: .webPage
      case .json, .text, .binary: .unknownFormat
      }
    }
  }
}

extension CatalogError {
  /// Whether the error means that the text does not begin like a catalog.
  var isAboutHeader: Bool {
    switch self {
    case .source(.missingColumns, _), .source(.unknownFormat, _): true
    default: false
    }
  }
}
