import GRDB

final class ChangeWatcher: Sendable {
  init(reader: any DatabaseReader, directory: String) {}
  func ownCommit() {}
}
