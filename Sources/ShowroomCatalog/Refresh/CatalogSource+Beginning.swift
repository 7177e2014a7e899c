extension CatalogSource {
  /// Checks that a file begins like a catalog, up to its first car. The rest of the file, and web addresses, are
  /// checked when they are read.
  package func checkBeginning() throws(CatalogError) {
    guard case .file(let url) = self else { return }
    let file = SourceFile(path: url.path, name: name)
    try file.checkKind()
    do {
      let importer = CatalogImporter(path: file.path, source: file.name, isCanceled: { false })
      try importer.run { _, _, _ in throw FirstCar() }
    } catch is FirstCar {
      return
    } catch {
      throw CatalogError(error, path: file.path)
    }
    throw .source(.noCars, source: name)
  }

  /// A signal that stops reading at the first car.
  private struct FirstCar: Error {}
}
