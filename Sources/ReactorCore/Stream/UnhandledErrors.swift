import Glibc

/// Where errors go that nobody caught: each is reported once, and the reactor lives on.
@MainActor
public enum UnhandledErrors {
  /// What is done with them; an app sends them to its log. Default: one line on standard error.
  public static var handler: @MainActor (_ error: any Error, _ origin: String) -> Void = { error, origin in
    let line = "unhandled error in \(origin): \(error)\n"
    line.utf8.withContiguousStorageIfAvailable { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  /// Reports an error that ended a stream; `origin` says whose.
  public static func report(_ error: any Error, _ origin: String) {
    handler(error, origin)
  }

  /// Reports how a stream ended if it failed.
  @usableFromInline
  static func report(_ completion: Completion, _ origin: String) {
    if case .failed(let error) = completion { report(error, origin) }
  }
}
