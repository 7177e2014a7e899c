/// The names of the environment variables with which a tape determines how a demo starts.
enum TapeVariable {
  /// A value of ``DemoStart``.
  static let demo = "SHOWROOM_DEMO"
  /// The file of a ``TapeCatalog``.
  static let catalog = "SHOWROOM_CATALOG"
  /// The name of ``catalog`` in tapes of version 0.1.
  static let formerCatalog = "SHOWROOM_CATALOGUE"
  /// The keys of commands; see ``TapeKeymap``.
  static let keys = "SHOWROOM_KEYS"
  static let theme = "SHOWROOM_THEME"
  static let ascii = "SHOWROOM_ASCII"
  static let units = "SHOWROOM_UNITS"
  static let noColor = "NO_COLOR"
  /// The identifier of the time zone for displayed times; UTC if not set.
  static let timeZone = "TZ"

  /// The variables that a demo accepts. All others are ignored, because a tape may come from anyone and must neither
  /// start programs nor name files to read.
  static let accepted: Set = [demo, timeZone, keys, theme, ascii, units, noColor]
}

/// The catalog and the source with which a demo starts.
enum DemoStart: String, CaseIterable {
  /// All bundled cars, as for a new user.
  case bundled
  /// The cars of an earlier edition, and a file with the later one that has changed since it was read.
  case changed
  /// The cars of an earlier edition in a damaged database, so that they cannot be read.
  case damaged
  /// No cars yet, so that the user has to choose a source.
  case firstRun = "first-run"
  /// The cars of a later edition, and a refresh that finds an earlier one, so that cars are gone.
  case older
  /// The cars of an earlier edition in a database that cannot be changed.
  case readOnly = "read-only"
  /// The cars of an earlier edition, and a refresh that finds nothing new.
  case unchanged
  /// The cars of an earlier edition, and a refresh that fails.
  case unreachable
}
