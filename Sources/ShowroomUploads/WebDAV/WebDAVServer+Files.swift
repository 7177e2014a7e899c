import ShowroomNetwork

extension WebDAVServer {
  /// The maximum number of folders to list for one car, including its own, and of files to return.
  static let maximumFolders = 100, maximumFiles = 10_000

  /// Returns the files in the folder of a car and all its subfolders, or `nil` if the server cannot list the folder.
  ///
  /// Each subfolder is listed with one request, outer folders first, because many servers refuse to list all of them at
  /// once. After ``maximumFolders`` folders or ``maximumFiles`` files, the remaining files are left out, as they are
  /// after the last page of an S3 store.
  ///
  /// The server cannot lead a request out of the folder or around in it: only folders directly in the listed one are
  /// followed, each once and at an address made from its name. Hidden folders and those with unsafe names are left out,
  /// because no upload creates them, and so is a subfolder that the server refuses to list. If the server is busy (429
  /// or 503) or does not respond, the files found so far are returned.
  /// - Parameter contents: The contents of the car's folder.
  /// - Throws: ``UploadFailure/canceled`` if the task was canceled.
  func files(
    inAllFoldersOf folder: WebAddress, contents: Contents
  ) async throws(UploadFailure) -> [StoredFile]? {
    guard var files = contents.files else { return nil }
    var paths: [[String]] = [[]]
    paths += Self.names(of: contents.folders, in: folder).prefix(Self.maximumFolders - 1).map { [$0] }
    var next = 1
    while next < paths.count, files.count < Self.maximumFiles {
      let path = paths[next]
      let subfolder = folder.inside(path, isFolder: true)
      next += 1
      let inner: Contents
      do throws(UploadFailure) {
        inner = try await listing(of: subfolder)
      } catch {
        if error == .canceled { throw error }
        guard let status = error.status, status != 429, status != 503 else { break }
        continue
      }
      for file in inner.files ?? [] {
        guard let address = try? file.address(), address.isDirectly(in: subfolder) else { continue }
        files.append(file.located(in: path.map { StoredName(received: $0).text }))
      }
      let names = Self.names(of: inner.folders, in: subfolder)
      paths += names.prefix(Self.maximumFolders - paths.count).map { path + [$0] }
    }
    return Array(files.prefix(Self.maximumFiles))
  }

  /// Returns the different names of those folders that are directly in a folder and have a safe name.
  private static func names(of folders: [WebAddress], in folder: WebAddress) -> [String] {
    let names = folders.filter { $0.isDirectly(in: folder) }.compactMap { $0.segments.last }
    return Set(names).filter { StoredName(received: $0).text == $0 }.sorted()
  }

  /// Returns the files in the folder of a car and in certain subfolders, or `nil` if the server cannot list one of
  /// them.
  /// - Parameters:
  ///   - subfolders: The subfolders, each as the names that lead to it.
  ///   - contents: The contents of the car's folder.
  func files(
    in subfolders: Set<[String]>, of folder: WebAddress, contents: Contents
  ) async throws(UploadFailure) -> [StoredFile]? {
    guard var files = contents.files else { return nil }
    let known = Set(contents.folders.map { StoredName(received: $0.segments.last ?? "").text })
    for names in subfolders.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      // Nothing is in a folder that does not exist.
      guard let first = names.first, known.contains(first) else { continue }
      guard let inner = try await listing(of: folder.inside(names, isFolder: true)).files else { return nil }
      files += inner.map { $0.located(in: names) }
    }
    return files
  }
}

extension StoredFile {
  /// Returns the file, named by its path in the folder of the car.
  fileprivate func located(in folders: [String]) -> StoredFile {
    StoredFile(name: StoredPath(folders: folders, name: name).text, location: location, size: size)
  }
}
