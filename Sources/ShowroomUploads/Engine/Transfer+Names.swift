extension Transfer {
  /// The highest number used to distinguish files of the same name.
  static let maximumNumber = 999

  /// The path of the file in the folder of the car.
  var path: String { path(of: name) }

  /// Returns the path, in the folder of the car, of a name in the folder of this file.
  func path(of name: String) -> String { StoredPath(folders: folders, name: name).text }

  /// Returns a file in the folder of this one, named by its path in the folder of the car.
  func located(_ file: StoredFile) -> StoredFile {
    var file = file
    file.name = path(of: file.name)
    return file
  }

  /// The names to try in order: the file's own name and, with ``DuplicatePolicy/keepBoth``, numbered names.
  var candidateNames: some Sequence<String> {
    (1...(onDuplicate == .keepBoth ? Self.maximumNumber : 1)).lazy.map { number in
      number == 1 ? name : StoredName(received: name).numbered(number).text
    }
  }

  /// The beginning shared by all candidate names: the whole name if there is only one.
  var candidateStart: String { onDuplicate == .keepBoth ? StoredName(received: name).start : name }

  /// Reserves a candidate name. The file's own name is already reserved for the whole attempt.
  /// - Returns: `false` if another upload has reserved the name.
  func reserve(_ candidate: String, report: TransferReport) async throws(UploadFailure) -> Bool {
    if candidate == name { return true }
    do throws(UploadFailure) {
      try await report(.name(candidate))
      return true
    } catch {
      guard case .duplicate = error.cause else { throw error }
      return false
    }
  }

  func recorded(as name: String) -> StoredFile? { recorded.first { $0.name == name } }

  /// Returns the first candidate name that is neither recorded as taken nor reserved by another upload.
  /// - Throws: ``UploadFailure/Cause/duplicate`` if all names are taken.
  package func nameFreeInRecords(report: TransferReport) async throws(UploadFailure) -> String {
    guard onDuplicate != .replace else { return name }
    for candidate in candidateNames where recorded(as: candidate) == nil {
      if try await reserve(candidate, report: report) { return candidate }
    }
    throw .duplicate(name, size: recorded(as: name)?.size)
  }
}

extension Transfer {
  /// The hidden name of the unfinished file at the destination. It is the same in every attempt and begins like the
  /// file's own name.
  ///
  /// It is short, because some servers append to the names of unfinished files: lighttpd responds with 500 to names
  /// longer than about 200 bytes.
  var hiddenName: String {
    var start = ""
    for character in name {
      guard start.utf8.count + character.utf8.count <= 40 else { break }
      start.append(character)
    }
    return ".\(start).\(id)\(Self.hiddenSuffix)"
  }

  /// Returns a second hidden name that contains the unusual characters of the final name, to test how a server stores
  /// them.
  func stagedName(for name: String) -> String {
    var unusual = ""
    for character in name where !"abcdefghijklmnopqrstuvwxyz0123456789.-_".contains(character) {
      if !unusual.contains(character), unusual.utf8.count + character.utf8.count <= 60 { unusual.append(character) }
    }
    return ".\(id)\(unusual).new\(Self.hiddenSuffix)"
  }

  /// Returns the hidden name of an old file that a server does not replace, until the new one has the final name.
  /// - Parameter id: The ID of the upload.
  static func oldName(of id: String) -> String { ".\(id).old\(hiddenSuffix)" }

  /// The suffix of every hidden name.
  static let hiddenSuffix = ".upload"

  /// Whether a name at a destination belongs to an unfinished upload.
  static func isHidden(_ name: String) -> Bool { name.hasPrefix(".") && name.hasSuffix(hiddenSuffix) }
}
