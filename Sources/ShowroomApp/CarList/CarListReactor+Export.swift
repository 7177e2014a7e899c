import Foundation
import Glibc
import ReactorCore
import ReactorFiles
import ShowroomCatalog
import ShowroomFilePicker
import ShowroomSettings
import SystemPackage

extension CarListReactor {
  /// An error of exporting a list.
  package enum ExportError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The text is not the path of a file on this computer.
    case notAPath(String)
    /// The path is outside the home folder of a demo.
    case outside
    /// The extension names no format.
    case unknownFormat(String)
    /// The file cannot be written.
    case notWritten(path: String, reason: String)

    /// A message with the remedy.
    package var description: String {
      switch self {
      case .notAPath(let text): "\"\(text)\" is not a path on this computer."
      case .outside: "A demo exports into its home folder only. Choose a path inside it."
      case .unknownFormat(let name): "\"\(name)\" names no format. Let the name end in .csv or .json."
      case .notWritten(let path, let reason): "\(path) could not be written (\(reason)). Choose another place."
      }
    }
  }

  /// Writes the listed or the marked cars to a file, as `showroom list` prints them. Asks before it replaces a file. A
  /// file with notes is readable by its owner only.
  ///
  /// - Parameter text: The path as typed. Its extension chooses the format.
  func export(_ cars: ExportedCars, to text: String, replacing: Bool) -> Observable<Mutation> {
    let state = currentState
    let marked = cars == .marked ? state.marked : nil
    guard let destinations = uploads?.destinations,
      let export = state.listing.export(marked, from: catalog.store, columns: state.columns?.map(\.column))
    else { return .empty }
    let fileTime = uploads?.fileTime
    return run { emit in
      guard let path = try destinations.file(text) else { throw ExportError.notAPath(text) }
      guard destinations.allows(path) else { throw ExportError.outside }
      let name = path.split(separator: "/").last.map(String.init) ?? path
      guard let ending = name.split(separator: ".").dropFirst().last,
        let format = ExportFormat(rawValue: ending.lowercased())
      else { throw ExportError.unknownFormat(name) }
      if !replacing, access(path, F_OK) == 0 {
        return emit.confirm(
          "Replace the file?", "\(text) exists already. Its contents will be lost.", confirm: "Replace",
          .export(to: text, cars: cars, replacing: true))
      }
      let code = try await Self.write(export, as: format, to: path, modified: fileTime?())
      if code != 0 { throw ExportError.notWritten(path: path, reason: systemReason(code)) }
      let place = FilePath(path).text(home: FilePath(destinations.homeOfFiles))
      let count = counted(marked?.count ?? state.listing.count, "car")
      emit.toast("Exported \(count) as \(format.rawValue.uppercased()) to \(place)", kind: .success)
    }
    .catch(alerting("Could not export the list"))
    .cancellable(id: Effect.export, whenRunning: .ignoreNew)
  }

  @concurrent
  private static func write(
    _ export: CarListExport, as format: ExportFormat, to path: String, modified: Date?
  ) async throws -> Int32 {
    let text = Array(try export.text(as: format).utf8)
    let code = FileWriting.replace(path, with: text, permissions: export.containsNotes ? 0o600 : 0o644)
    guard code == 0, let modified else { return code }
    // The folder has changed as well.
    for changed in [path, FileWriting.folder(of: path)] {
      try FileManager.default.setAttributes([.modificationDate: modified], ofItemAtPath: changed)
    }
    return code
  }
}
