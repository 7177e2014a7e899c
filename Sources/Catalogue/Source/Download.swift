import Foundation

struct DownloadLimits: Sendable {
  static let standard = DownloadLimits()
}
struct Download: Sendable {
  var url: URL
  var name: String
  var limits: DownloadLimits
  func run(validators: Validators?, progress: @Sendable (RefreshProgress) -> Void) async throws(CatalogueError) -> SourceFile? { throw .source(.refused, source: name) }
}
