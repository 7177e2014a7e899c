import Uploads

/// What a destination is reckoned from, and those that are known without asking.
public struct DestinationPlaces: Sendable, Hashable {
  /// The one that the settings name, or the program's own folder.
  public var configured: Destination
  /// The one that was chosen in an earlier run; nil when none was, or when the settings name one.
  public var chosen: Destination?
  /// The folder of the program itself, which needs nothing else.
  public var localFolder: Destination
  /// What `~` stands for.
  public var home: String
  /// Where relative paths start.
  public var base: String
  /// The folder that files are only chosen from, and that is their home; nil: from anywhere.
  public var root: String?

  /// Places to reckon from.
  public init(
    configured: Destination, chosen: Destination? = nil, localFolder: Destination, home: String, base: String,
    root: String? = nil
  ) {
    self.root = root
    self.configured = configured
    self.chosen = chosen
    self.localFolder = localFolder
    self.home = home
    self.base = base
  }

  /// Where files go until another destination is chosen.
  public var initial: Destination { chosen ?? configured }

  /// What `~` stands for in paths of files.
  var homeOfFiles: String { root ?? home }

  /// Where the choice of files begins, and relative paths of files.
  var baseOfFiles: String { root ?? base }

  /// The file or folder of this machine that a person wrote; nil for what is an address.
  /// - Throws: ``DestinationError`` naming what is wrong.
  func file(_ text: String) throws(DestinationError) -> String? {
    guard case .folder(let path) = try Destination(parsing: text, home: homeOfFiles, base: baseOfFiles) else {
      return nil
    }
    return path
  }

  /// The destination that a person wrote.
  /// - Throws: ``DestinationError`` naming what is wrong.
  public func parse(_ text: String) throws(DestinationError) -> Destination {
    try Destination(parsing: text, home: home, base: base)
  }
}
