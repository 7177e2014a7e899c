import Catalogue

extension StoredFile {
  /// Where it is, for engines whose locations are addresses.
  func address() throws(UploadFailure) -> WebAddress {
    do {
      return try WebAddress(parsing: location)
    } catch {
      let shown = ServerWords.harmless(SecretValues.hidden(in: location), limit: 200)
      throw UploadFailure(
        .protocol, "\(shown) is not an address on the web (\(error)); the file was uploaded somewhere else.")
    }
  }
}
