/// What the command line says, as typed; nil where it says nothing.
public struct SettingsRequest: Sendable, Hashable {
  /// `--data-dir`.
  public var dataDirectory: String?
  /// `--source`.
  public var source: String?
  /// `--theme`.
  public var theme: String?
  /// `--ascii`, `--no-ascii`.
  public var isASCII: Bool?
  /// `--mouse`, `--no-mouse`.
  public var hasMouse: Bool?
  /// `--log-level`.
  public var logLevel: String?
  /// `--config`.
  public var configurationFile: String?
  /// `--units`.
  public var units: String?
  /// `--destination`.
  public var destination: String?

  /// Nothing said, until something is.
  public init() {}
}
