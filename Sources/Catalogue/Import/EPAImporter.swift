struct EPAImporter {
  let source: String
  func read(_ archive: ArchiveReader, take: (inout CarRecord, _ place: () -> String, _ read: Int64) throws -> Void) throws {
    throw CatalogueError.source(.unknownFormat, source: source)
  }
}
