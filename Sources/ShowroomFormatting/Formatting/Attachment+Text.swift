import ReactorTerminalCore
import ShowroomUploads

extension AttachmentVerification {
  /// Returns the number of files with each outcome, such as `12 verified, 1 missing`; `nil` if there are no files.
  package static func summary(of counts: [Outcome: Int]) -> String? {
    let parts = Outcome.allCases.compactMap { outcome in counts[outcome].map { "\(grouped($0)) \(outcome.rawValue)" } }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}
