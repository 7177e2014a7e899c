import Uploads

/// What a destination is reckoned from, and those that are known without asking.
public struct DestinationPlaces: Sendable, Hashable {
  /// The one that the settings name.
  public var configured: Destination
  /// The folder of the program itself, which needs nothing else.
  public var localFolder: Destination
  /// What `~` stands for.
  public var home: String
  /// Where relative paths start.
  public var base: String
  /// The folder that files are only chosen from; nil: from anywhere.
  public var root: String?

  /// Places to reckon from.
  public init(configured: Destination, localFolder: Destination, home: String, base: String, root: String? = nil) {
    self.root = root
    self.configured = configured
    self.localFolder = localFolder
    self.home = home
    self.base = base
  }

  /// The destination that a person wrote.
  /// - Throws: ``DestinationError`` naming what is wrong.
  public func parse(_ text: String) throws(DestinationError) -> Destination {
    try Destination(parsing: text, home: home, base: base)
  }
}
