import ReactorCore
import ReactorTerminal
import ShowroomCatalog
import ShowroomFormatting
import ShowroomText

extension CarListReactor {
  private static let formats: KeyValuePairs<String, ExportFormat> = ["csv": .csv, "json": .json]

  /// Returns a message if the list cannot be exported to a typed path.
  func exportProblem(ofTyped text: String) -> String? {
    uploads.flatMap { ExportFile.problem(ofTyped: text, formats: Self.formats, in: $0.destinations) }
  }

  /// Writes the listed or marked cars to a file, in the format of `showroom list`. Asks for confirmation before
  /// replacing a file. A file with notes is readable only by its owner.
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
      let file = try ExportFile(text, formats: Self.formats, in: destinations)
      if !replacing, file.exists {
        return emit.confirmReplacement(of: text, .export(to: text, cars: cars, replacing: true))
      }
      try await file.write(isPrivate: export.containsNotes, modified: fileTime?()) { try export.text(as: $0) }
      let count = counted(marked?.count ?? state.listing.count, "car")
      emit.toast("Exported \(count) as \(file.format.rawValue.uppercased()) to \(file.place)", kind: .success)
    }
    .catch(alerting("Could not export the list"))
  }
}

extension Window {
  /// Asks for the file to export to and, if some cars are marked, which cars to export. The reactor checks the path.
  func askExport(
    listed: Int, marked: Int, for reactor: CarListReactor?
  ) async -> (path: String, cars: CarListReactor.ExportedCars)? {
    var cars = CarListReactor.ExportedCars.listed
    if marked > 0 {
      let choices = [
        PickerView.Choice(id: "marked", title: counted(marked, "marked car")),
        PickerView.Choice(id: "listed", title: counted(listed, "listed car")),
      ]
      guard let choice = await choose("Export", from: choices) else { return nil }
      if choice == "marked" { cars = .marked }
    }
    return await prompt(
      "Export \(counted(cars == .marked ? marked : listed, "car"))", text: "cars.csv",
      placeholder: "A path that ends in .csv or .json", confirm: "Export",
      validate: { [weak reactor] in reactor?.exportProblem(ofTyped: $0) }
    ).map { ($0, cars) }
  }
}
