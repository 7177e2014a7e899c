/// The options of the command line as typed; `nil` for each one that is absent.
package struct SettingsRequest: Sendable, Hashable {
  /// `--data-dir`.
  package var dataDirectory: String?
  /// `--source`.
  package var source: String?
  /// `--theme`.
  package var theme: String?
  /// `--ascii`, `--no-ascii`.
  package var isASCII: Bool?
  /// `--mouse`, `--no-mouse`.
  package var hasMouse: Bool?
  /// `--log-level`.
  package var logLevel: String?
  /// `--config`.
  package var configurationFile: String?
  /// `--units`.
  package var units: String?
  /// `--destination`.
  package var destination: String?
  /// `--fresh`.
  package var isFresh = false

  /// Creates a request without options.
  package init() {}
}
