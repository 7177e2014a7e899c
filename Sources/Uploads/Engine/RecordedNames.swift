extension Transfer {
  /// The most files of one name, told apart by numbers.
  static let mostNumbers = 999

  /// The names to publish under, in the order in which they are tried: the file's own, and with ``DuplicatePolicy/keepBoth``
  /// those with a number.
  var candidateNames: some Sequence<String> {
    (1...(onDuplicate == .keepBoth ? Self.mostNumbers : 1)).lazy.map { number in
      number == 1 ? name : StoredName(name).numbered(number).text
    }
  }

  /// The recorded file of a name.
  func recorded(as name: String) -> StoredFile? { recorded.first { $0.name == name } }

  /// The name to publish under, by our own records.
  /// - Throws: ``UploadFailure/Cause/duplicate``.
  func nameFreeInRecords() throws(UploadFailure) -> String {
    guard onDuplicate != .replace else { return name }
    guard let free = candidateNames.first(where: { recorded(as: $0) == nil }) else {
      throw .duplicate(name, size: recorded(as: name)?.size)
    }
    return free
  }
}
