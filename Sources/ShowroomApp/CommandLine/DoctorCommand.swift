import Catalogue
import Foundation

/// `showroom doctor`: says what the program found around it, and what is wrong there. Changes nothing.
public struct DoctorCommand: Sendable {
  let settings: Settings
  let environment: [String: String]
  let format: SheetFormat

  /// An examination of everything that the settings name.
  public init(_ settings: Settings, environment: [String: String], format: SheetFormat) {
    self.settings = settings
    self.environment = environment
    self.format = format
  }

  /// Writes what was found to `output`, and to `errors` that something is wrong: whoever keeps the report in a file, or
  /// looks at the status alone, learns why it is not 0.
  /// - Returns: whether all is well.
  @MainActor
  public func run(to output: TextOutput, errors: TextOutput) throws(OutputError) -> Bool {
    let examination = examine(TerminalFacts(environment: environment))
    try output.write(format == .json ? examination.json : examination.text)
    guard let first = examination.problems.first else { return true }
    let more = examination.problems.count - 1
    let end = more == 0 ? "" : more == 1 ? " (and 1 more problem)" : " (and \(more) more problems)"
    try errors.write("showroom: \(neutralised(first))\(end)\n")
    return false
  }

  func examine(_ terminal: TerminalFacts) -> Examination {
    var examination = Examination()
    examine(terminal, into: &examination)
    examineSettings(into: &examination)
    let sqlite = examineCatalogue(into: &examination)
    examination.sections.append(
      .init(
        name: "versions", title: "Versions",
        facts: [
          .init(name: "showroom", label: "Showroom", value: .text(Version.showroom)),
          .init(name: "swift", label: "Swift", value: .text(Version.swift)),
          .init(name: "ncurses", label: "ncurses", value: .text(terminal.ncursesVersion)),
          .init(name: "sqlite", label: "SQLite", value: .text(sqlite), shown: sqlite ?? "unknown"),
        ]))
    return examination
  }

  // MARK: Terminal

  private func examine(_ terminal: TerminalFacts, into examination: inout Examination) {
    let size = terminal.size
    examination.sections.append(
      .init(
        name: "terminal", title: "Terminal",
        facts: [
          .init(name: "type", label: "Type", value: .text(terminal.type.isEmpty ? nil : terminal.type)),
          .init(name: "columns", label: "Columns", value: .number(size?.columns), shown: shown(size?.columns)),
          .init(name: "rows", label: "Rows", value: .number(size?.rows), shown: shown(size?.rows)),
          .init(name: "colors", label: "Colours", value: .number(terminal.colors)),
          .init(name: "locale", label: "Locale", value: .text(terminal.locale.isEmpty ? nil : terminal.locale)),
          .init(name: "utf8", label: "UTF-8", value: .flag(terminal.isUTF8)),
          .init(
            name: "mouse", label: "Mouse", value: .flag(settings.hasMouse), shown: settings.hasMouse ? "on" : "off"),
        ]))
    guard let size else { return }
    if ["", "dumb", "unknown"].contains(terminal.type) || terminal.isDescribed && !terminal.canShowScreen {
      examination.problems.append(
        "The terminal type \"\(terminal.type)\" (TERM) cannot show a screen: use another terminal, or set TERM to what "
          + "this one is.")
    } else if !terminal.isDescribed {
      examination.problems.append(
        "The terminal type \"\(terminal.type)\" (TERM) is not described here, so it is taken for xterm-256color: install "
          + "the package ncurses-term.")
    }
    if size.columns < 40 || size.rows < 10 {
      examination.problems.append(
        "The terminal has \(size.columns) columns and \(size.rows) rows, the screen needs 40 and 10: make it larger.")
    }
    if !terminal.isUTF8, !settings.isASCII {
      examination.problems.append(
        "The locale is not UTF-8, so signs beyond ASCII may come out wrong: set LANG to C.UTF-8, or use --ascii.")
    }
  }

  private func shown(_ number: Int?) -> String { number.map { "\($0)" } ?? "not a terminal" }

  // MARK: Settings and files

  private func examineSettings(into examination: inout Examination) {
    let catalogue = Result { () throws(ResourceError) in try settings.resources.catalogue() }
    if case .failure(let error) = catalogue { examination.problems.append(error.description) }
    examination.problems += settings.warnings
    examination.sections.append(
      .init(
        name: "settings", title: "Settings",
        facts: [
          .init(name: "theme", label: "Theme", value: .text(settings.theme.theme(environment: environment).name)),
          .init(name: "units", label: "Units", value: .text(settings.units.rawValue)),
          .init(name: "ascii", label: "ASCII only", value: .flag(settings.isASCII)),
          .init(name: "synchronizedOutput", label: "Synchronized output", value: .flag(settings.synchronizedOutput)),
          .init(name: "changedKeys", label: "Changed keys", value: .number(settings.keymap.overrides.count)),
        ]))
    let source = namedSource
    examination.sections.append(
      .init(
        name: "paths", title: "Paths",
        facts: [
          .init(name: "configuration", label: "Configuration", value: .text(settings.configurationFile?.path)),
          .init(name: "data", label: "Data", value: .text(settings.dataDirectory.path)),
          .init(name: "log", label: "Log", value: .text(settings.logFile.path)),
          .init(name: "bundledCatalogue", label: "Bundled catalogue", value: .text(try? catalogue.get().path)),
          .init(
            name: "source", label: "Source", value: .text(source?.name), shown: source?.name ?? "the bundled catalogue"),
        ]))
  }

  // MARK: Catalogue

  private var database: String { settings.dataDirectory.appendingPathComponent("catalogue.sqlite").path }

  /// The source of a refresh; nil for the bundled catalogue. A database is not made to be asked.
  private var namedSource: CatalogueSource? {
    guard FileManager.default.fileExists(atPath: database) else { return settings.source }
    return (try? settings.namedSource(of: CatalogueStore(directory: settings.dataDirectory))) ?? settings.source
  }

  /// - Returns: the version of SQLite, which only an open database tells.
  private func examineCatalogue(into examination: inout Examination) -> String? {
    guard FileManager.default.fileExists(atPath: database) else {
      examination.sections.append(
        .init(
          name: "catalogue", title: "Catalogue",
          facts: [
            .init(name: "database", label: "Database", value: .text(nil), shown: "none yet; it is made at first use")
          ]))
      return nil
    }
    do throws(CatalogueError) {
      let report = try CatalogueStore(directory: settings.dataDirectory).integrityCheck()
      examination.sections.append(section(report))
      examination.problems += report.problems.map { "The database \(report.path) is not sound: \($0)." }
      if report.isReadOnly {
        examination.problems.append(
          "The database \(report.path) is read-only, so nothing can be saved: check its permissions.")
      }
      return report.sqliteVersion
    } catch {
      examination.problems.append(error.description)
      return nil
    }
  }

  private func section(_ report: IntegrityReport) -> Examination.Section {
    .init(
      name: "catalogue", title: "Catalogue",
      facts: [
        .init(name: "database", label: "Database", value: .text(report.path)),
        .init(name: "bytes", label: "Bytes", value: .number(Int(report.bytes))),
        .init(name: "cars", label: "Cars", value: .number(report.cars)),
        .init(name: "withdrawn", label: "Withdrawn", value: .number(report.withdrawn)),
        .init(name: "favourites", label: "Favourites", value: .number(report.favourites)),
        .init(name: "notes", label: "Notes", value: .number(report.notes)),
        .init(name: "loadedFrom", label: "Loaded from", value: .text(report.source)),
        .init(
          name: "refreshedAt", label: "Last refresh", value: .text(report.refreshedAt?.formatted(.iso8601)),
          shown: report.refreshedAt?.formatted(.iso8601) ?? "never"),
        .init(
          name: "isSound", label: "Integrity", value: .flag(report.problems.isEmpty),
          shown: report.problems.isEmpty ? "sound" : "damaged"),
      ])
  }
}
