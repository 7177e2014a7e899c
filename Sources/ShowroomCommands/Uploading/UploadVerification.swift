import ReactorFiles
import ReactorTerminalCore
import ShowroomCatalog
import ShowroomFiles
import ShowroomFormatting
import ShowroomSettings
import ShowroomText
import ShowroomUploads
import Synchronization

/// The command `showroom uploads --verify`, which reads uploaded files back and compares them with the originally
/// uploaded data.
package struct UploadVerification: Sendable {
  let format: UploadFormat
  let cars: [Car.ID]

  /// Creates the command.
  ///
  /// - Parameter cars: The IDs of the cars whose files are to be verified; empty for all.
  package init(format: UploadFormat, cars: [Car.ID]) {
    self.format = format
    self.cars = cars
  }

  /// Writes a line for each file as it is verified, and then the number of files with each kind of result.
  ///
  /// - Returns: Whether all files are unchanged.
  /// - Throws: `UploadFailure` if the database cannot be read, or ``OutputError``.
  package func run(
    _ dependencies: UploadDependencies, to output: TextOutput, errorOutput: TextOutput
  ) async throws -> Bool {
    let messages = UploadMessages(output: output, errorOutput: errorOutput)
    let attachments = try dependencies.attachments.attachments().filter { cars.isEmpty || cars.contains($0.car) }
    let items = try dependencies.queue.items()
    let found = Mutex<[AttachmentVerification.Outcome: Int]>([:])
    await AttachmentVerification.run(attachments) { attachment throws(UploadFailure) in
      try await dependencies.engine(for: try dependencies.destinations.destination(of: attachment))
    } report: { finding in
      found.withLock { $0[finding.outcome, default: 0] += 1 }
      report(finding, items, messages)
    }
    let counts = found.withLock(\.self)
    await dependencies.shutDown()
    try Task.checkCancellation()
    if format == .text {
      messages.note(AttachmentVerification.summary(of: counts) ?? "No uploaded files.")
    }
    try messages.finish()
    return counts.keys.allSatisfy { $0 == .verified }
  }

  private func report(_ finding: AttachmentVerification.Finding, _ items: [UploadItem], _ messages: UploadMessages) {
    let (attachment, file) = (finding.attachment, finding.attachment.file)
    switch format {
    case .json:
      var json = JSONText()
      json.add("event", finding.outcome.rawValue)
      json.add("car", Int(attachment.car))
      json.add(attachment)
      if let failure = finding.failure {
        json.add("error", failure.message)
        json.add("status", failure.status)
      }
      messages.write(json.closed())
    case .text:
      if let failure = finding.failure {
        messages.complain("\(file.name) of car \(attachment.car): \(failure)\(remedy(for: finding, items))")
      } else {
        let proof = file.sha256 == nil ? "verified by its size" : "verified"
        messages.write(
          sanitized("\(file.name): \(proof), \(ByteFormatting.size(file.size)), \(file.printableLocation)"))
      }
    }
  }

  /// Returns the command that uploads a missing or changed file again, if that is possible.
  private func remedy(for finding: AttachmentVerification.Finding, _ items: [UploadItem]) -> String {
    guard let remedy = finding.remedy(in: items) else { return "" }
    let attachment = finding.attachment
    return " To upload it again: showroom upload \(attachment.car) \(quoted(remedy.chosen.string))"
      + " --destination \(quoted(attachment.destination)) --on-duplicate \(remedy.onDuplicate.rawValue)"
  }

  /// Returns a word quoted for a shell.
  private func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }
}
