import Foundation

/// Finds the catalogue in a file, whatever its form, and hands out its cars.
struct CatalogueImporter {
  /// Raised when the same bytes would be read into other cars than before; it makes every source new once.
  static let version = 1

  let path: String
  let source: String
  var budget = SourceBudget.standard
  let isCancelled: () -> Bool

  /// Reads the file to its end. `take` gets each car, and a function that names its place for a sentence; `read` is the
  /// number of bytes of the file consumed so far.
  func run(take: (inout CarRecord, _ place: () -> String, _ read: Int64) throws -> Void) throws {
    let archive = try ArchiveReader(path: path, source: source, budget: budget, isCancelled: isCancelled)
    var names: [String] = []
    var problem: CatalogueError?
    while let name = try archive.nextEntry() {
      guard names.count < budget.entries else {
        throw CatalogueError.source(.excessive("files in it", limit: budget.entries), source: source)
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
        } catch let error as CatalogueError where archive.isZip && error.isAboutHeader {
          // A read-me beside the table is no reason to refuse the archive; what was wrong is said when nothing better comes.
          problem = problem ?? error
        }
      case .empty, .webPage, .binary:
        if !archive.isZip { throw CatalogueError.source(content.problem, source: source) }
      }
    }
    throw problem ?? CatalogueError.source(.archiveWithoutCatalogue(files: names), source: source)
  }

  private func readJSON(
    _ archive: ArchiveReader, take: (inout CarRecord, _ place: () -> String, _ read: Int64) throws -> Void
  ) throws {
    var importer = JSONImporter(source: source, budget: budget)
    while let block = try archive.nextBlock() {
      try importer.read(block) { record, place in
        if isCancelled() { throw CatalogueError.cancelled }
        try take(&record, { place }, archive.bytesRead)
      }
    }
    try importer.finish()
  }

  /// What the first block of a file says about the rest.
  enum Content {
    case empty, json, webPage, text, binary

    init(beginning block: UnsafeRawBufferPointer?) {
      guard let block else {
        self = .empty
        return
      }
      // The readers of text have a better sentence for UTF-16 than "binary".
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

    var problem: SourceProblem {
      switch self {
      case .empty: .empty
      case .webPage: .webPage
      case .json, .text, .binary: .unknownFormat
      }
    }
  }
}

extension CatalogueError {
  /// True when the text did not even begin like a catalogue.
  var isAboutHeader: Bool {
    switch self {
    case .source(.missingColumns, _), .source(.unknownFormat, _): true
    default: false
    }
  }
}
