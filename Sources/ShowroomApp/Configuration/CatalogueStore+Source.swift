import Catalogue
import Foundation

extension CatalogueStore {
  /// As ``refresh(from:progress:approval:)``, and keeps the secrets of the source where the next refresh finds them.
  /// - Throws: `CatalogueError`; ``ChosenSource/Failure`` when the cars are there and the secrets could not be kept.
  func refreshAndRemember(
    from source: CatalogueSource, progress: @escaping @Sendable (RefreshProgress) -> Void = { _ in },
    approval: @escaping RefreshApproval
  ) async throws -> RefreshOutcome {
    let outcome = try await refresh(from: source, progress: progress, approval: approval)
    if case .declined = outcome { return outcome }
    try rememberSecrets(of: source)
    return outcome
  }

  /// Keeps what the database does not know of its source, in place of what was kept of another.
  func rememberSecrets(of source: CatalogueSource) throws(ChosenSource.Failure) {
    let chosen = ChosenSource(in: URL(fileURLWithPath: path).deletingLastPathComponent())
    let kept = chosen.source
    guard kept != source else { return }
    let hasSecrets = source.privateText != source.name
    if hasSecrets || kept != nil { try chosen.remember(hasSecrets ? source : nil) }
  }
}
