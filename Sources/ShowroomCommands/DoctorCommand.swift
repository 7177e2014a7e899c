import Foundation
import ShowroomCatalog
import ShowroomSettings
import ShowroomText

/// The command `showroom doctor`, which diagnoses the program's environment without changing any data.
package struct DoctorCommand: Sendable {
  let settings: Settings
  let environment: [String: String]
  let format: SheetFormat

  /// Creates a diagnosis of everything to which the settings refer.
  package init(_ settings: Settings, environment: [String: String], format: SheetFormat) {
    self.settings = settings
    self.environment = environment
    self.format = format
  }

  /// Writes the report to `output` and the first problem to `errors`, so that the reason for the exit status is visible
  /// even if the report is redirected to a file.
  ///
  /// - Returns: Whether there are no problems.
  @MainActor
  package func run(to output: TextOutput, errors: TextOutput) throws(OutputError) -> Bool {
    let report = diagnose(TerminalFacts(environment: environment))
    try output.write(format == .json ? report.json : report.text)
    guard let first = report.problems.first else { return true }
    let more = report.problems.count - 1
    let end = more == 0 ? "" : " (and \(counted(more, "more problem")))"
    try errors.write("showroom: \(sanitized(first))\(end)\n")
    return false
  }

  func diagnose(_ terminal: TerminalFacts) -> DoctorReport {
    var report = DoctorReport()
    let store = openStore()
    defer { if case .success(let store)? = store { store.close() } }
    addTerminal(terminal, to: &report)
    addSettings(store, to: &report)
    let sqlite = addCatalog(store, to: &report)
    report.sections.append(
      .init(
        name: "versions", title: "Versions",
        facts: [
          .init(name: "showroom", label: "Showroom", value: .text(Version.showroom)),
          .init(name: "swift", label: "Swift", value: .text(Version.swift)),
          .init(name: "ncurses", label: "ncurses", value: .text(terminal.ncursesVersion)),
          .init(name: "sqlite", label: "SQLite", value: .text(sqlite), shown: sqlite ?? "unknown"),
        ]))
    return report
  }

  // MARK: Terminal

  private func addTerminal(_ terminal: TerminalFacts, to report: inout DoctorReport) {
    let size = terminal.size
    report.sections.append(
      .init(
        name: "terminal", title: "Terminal",
        facts: [
          .init(name: "type", label: "Type", value: .text(terminal.type.isEmpty ? nil : terminal.type)),
          .init(name: "columns", label: "Columns", value: .number(size?.columns), shown: shown(size?.columns)),
          .init(name: "rows", label: "Rows", value: .number(size?.rows), shown: shown(size?.rows)),
          .init(name: "colors", label: "Colors", value: .number(terminal.colors)),
          .init(name: "locale", label: "Locale", value: .text(terminal.locale.isEmpty ? nil : terminal.locale)),
          .init(name: "utf8", label: "UTF-8", value: .flag(terminal.isUTF8)),
          .init(
            name: "mouse", label: "Mouse", value: .flag(settings.hasMouse), shown: settings.hasMouse ? "on" : "off"),
        ]))
    guard let size else { return }
    if ["", "dumb", "unknown"].contains(terminal.type) || terminal.isDescribed && !terminal.canShowScreen {
      report.problems.append(
        "The terminal type \"\(terminal.type)\" (TERM) cannot show a screen. Use another terminal, or set TERM to the "
          + "type of this one.")
    } else if !terminal.isDescribed {
      report.problems.append(
        "The terminal type \"\(terminal.type)\" (TERM) is not in the terminfo database, so xterm-256color is assumed. "
          + "Install the package ncurses-term.")
    }
    if size.columns < 40 || size.rows < 10 {
      report.problems.append(
        "The terminal has \(counted(size.columns, "column")) and \(counted(size.rows, "row")), but the screen needs at "
          + "least 40 columns and 10 rows. Enlarge the terminal."
      )
    }
    if !terminal.isUTF8, !settings.isASCII {
      report.problems.append(
        "The locale is not UTF-8, so characters beyond ASCII may be displayed incorrectly. Set LANG to C.UTF-8, or "
          + "use --ascii."
      )
    }
  }

  private func shown(_ number: Int?) -> String { number.map { "\($0)" } ?? "not a terminal" }

  // MARK: Settings and files

  private func addSettings(_ store: Result<CatalogStore, CatalogError>?, to report: inout DoctorReport) {
    let catalog = Result { () throws(ResourceError) in try settings.resources.catalog() }
    if case .failure(let error) = catalog { report.problems.append(error.description) }
    report.problems += settings.warnings
    report.sections.append(
      .init(
        name: "settings", title: "Settings",
        facts: [
          .init(name: "theme", label: "Theme", value: .text(settings.theme.theme(environment: environment).name)),
          .init(name: "units", label: "Units", value: .text(settings.units.rawValue)),
          .init(name: "ascii", label: "ASCII only", value: .flag(settings.isASCII)),
          .init(name: "synchronizedOutput", label: "Synchronized output", value: .flag(settings.synchronizedOutput)),
          .init(name: "changedKeys", label: "Custom keys", value: .number(settings.keymap.overrides.count)),
        ]))
    let source = Result { try settings.source ?? store.flatMap { try settings.namedSource(of: $0.get()) } }
    let shownSource =
      switch source {
      case .success(let source): source?.name ?? "the current edition of the EPA's table"
      // Its name is stored only in the database, which cannot be read.
      case .failure: "unknown"
      }
    report.sections.append(
      .init(
        name: "paths", title: "Paths",
        facts: [
          .init(name: "configuration", label: "Configuration", value: .text(settings.configurationFile?.path)),
          .init(name: "data", label: "Data", value: .text(settings.dataDirectory.path)),
          .init(name: "log", label: "Log", value: .text(settings.logFile.path)),
          .init(name: "bundledCatalog", label: "Bundled catalog", value: .text(try? catalog.get().path)),
          .init(name: "source", label: "Source", value: .text(try? source.get()?.name), shown: shownSource),
        ]))
  }

  // MARK: Catalog

  private var database: String { settings.dataDirectory.appendingPathComponent(CatalogStore.fileName).path }

  /// Opens the database for reading, without creating or migrating it. Returns `nil` if it does not exist.
  private func openStore() -> Result<CatalogStore, CatalogError>? {
    guard FileManager.default.fileExists(atPath: database) else { return nil }
    return Result { () throws(CatalogError) in
      try CatalogStore(directory: settings.dataDirectory, readOnly: true, followsOthers: false)
    }
  }

  /// - Returns: The version of SQLite, which is known only if a database was opened.
  private func addCatalog(_ store: Result<CatalogStore, CatalogError>?, to report: inout DoctorReport) -> String? {
    let obstacle = CatalogStore.obstacle(toWritingIn: settings.dataDirectory)
    guard let store else {
      report.sections.append(
        .init(
          name: "catalog", title: "Catalog",
          facts: [
            .init(name: "database", label: "Database", value: .text(nil), shown: "none; created on first use")
          ]))
      if let obstacle { report.problems.append(obstacle.description) }
      return nil
    }
    do throws(CatalogError) {
      let integrity = try store.get().integrityCheck()
      report.sections.append(section(integrity))
      report.problems += integrity.problems.map { "The database \(integrity.path) is corrupted: \($0)." }
      if let obstacle { report.problems.append(obstacle.description) }
      if integrity.isOutdated {
        report.problems.append(
          "The cars were read by an earlier version of Showroom, which read some numbers differently. "
            + "Run showroom refresh.")
      }
      return integrity.sqliteVersion
    } catch {
      // The error already states that the database is read-only.
      if case .store(.olderVersion(let version), _) = error, obstacle != CatalogError.store(.readOnly, path: database) {
        report.sections.append(
          .init(
            name: "catalog", title: "Catalog",
            facts: [
              .init(name: "database", label: "Database", value: .text(database)),
              .init(
                name: "format", label: "Format", value: .number(version),
                shown: "\(version), written by an earlier version; migrated when it is next used"),
            ]))
        if let obstacle { report.problems.append(obstacle.description) }
      } else {
        report.problems.append(error.description)
      }
      return nil
    }
  }

  private func section(_ report: IntegrityReport) -> DoctorReport.Section {
    .init(
      name: "catalog", title: "Catalog",
      facts: [
        .init(name: "database", label: "Database", value: .text(report.path)),
        .init(name: "bytes", label: "Size in bytes", value: .number(Int(report.bytes))),
        .init(name: "cars", label: "Cars", value: .number(report.cars)),
        .init(name: "withdrawn", label: "Withdrawn", value: .number(report.withdrawn)),
        .init(name: "favorites", label: "Favorites", value: .number(report.favorites)),
        .init(name: "notes", label: "Notes", value: .number(report.notes)),
        .init(name: "loadedFrom", label: "Loaded from", value: .text(report.source)),
        .init(
          name: "refreshedAt", label: "Last refresh", value: .text(report.refreshedAt?.formatted(.iso8601)),
          shown: report.refreshedAt?.formatted(.iso8601) ?? "never"),
        .init(
          name: "isSound", label: "Integrity", value: .flag(report.problems.isEmpty),
          shown: report.problems.isEmpty ? "OK" : "corrupted"),
      ])
  }
}
