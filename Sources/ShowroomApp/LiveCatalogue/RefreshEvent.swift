import Catalogue

/// What a running refresh tells.
public enum RefreshEvent: Sendable, Hashable {
  /// How far it is. Reports that nobody had time for are left out; the latest is never.
  case progress(RefreshProgress)
  /// It is done; nothing follows.
  case finished(RefreshOutcome)
}
