import ReactorFiles
import ReactorTerminalCore
import ShowroomCatalog
import ShowroomFiles
import ShowroomFormatting
import ShowroomSettings
import ShowroomText
import ShowroomUploads
import SystemPackage

/// The command `showroom uploads --verify`, which reads uploaded files back and compares them with the originally
/// uploaded data.
package struct UploadVerification: Sendable {
  let format: UploadFormat
  let cars: [Car.ID]

  /// The maximum number of files read at the same time.
  private static let concurrency = 4

  /// Creates the command.
  ///
  /// - Parameter cars: The IDs of the cars whose files are to be verified; empty for all.
  package init(format: UploadFormat, cars: [Car.ID]) {
    self.format = format
    self.cars = cars
  }

  /// The result for a file.
  private struct Finding: Sendable {
    let attachment: Attachment
    let failure: UploadFailure?

    /// The name of the event.
    var name: String {
      switch failure?.cause {
      case nil: "verified"
      case .missing: "missing"
      case .corrupted: "changed"
      default: "unverified"
      }
    }
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
    var counts: [String: Int] = [:]
    await withTaskGroup(of: Finding.self) { group in
      var rest = attachments[...]
      for attachment in rest.prefix(Self.concurrency) { group.addTask { await Self.find(attachment, dependencies) } }
      rest = rest.dropFirst(Self.concurrency)
      for await finding in group {
        counts[finding.name, default: 0] += 1
        report(finding, items, messages)
        if let next = rest.popFirst() { group.addTask { await Self.find(next, dependencies) } }
      }
    }
    await dependencies.shutDown()
    try Task.checkCancellation()
    if format == .text {
      let parts = ["verified", "missing", "changed", "unverified"].compactMap { name in
        counts[name].map { "\(grouped($0)) \(name)" }
      }
      messages.note(parts.isEmpty ? "No uploaded files." : parts.joined(separator: ", "))
    }
    try messages.finish()
    return counts.keys.allSatisfy { $0 == "verified" }
  }

  private static func find(_ attachment: Attachment, _ dependencies: UploadDependencies) async -> Finding {
    do throws(UploadFailure) {
      let destination: Destination
      do throws(DestinationError) {
        destination = try dependencies.destinations.parse(attachment.destination)
      } catch {
        throw UploadFailure(.protocol, error.description)
      }
      let engine = try await dependencies.engine(for: destination)
      try await engine.verify(attachment.file)
      return Finding(attachment: attachment, failure: nil)
    } catch {
      return Finding(attachment: attachment, failure: error)
    }
  }

  private func report(_ finding: Finding, _ items: [UploadItem], _ messages: UploadMessages) {
    let (attachment, file) = (finding.attachment, finding.attachment.file)
    switch format {
    case .json:
      var json = JSONText()
      json.add("event", finding.name)
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

  /// Returns the command that uploads a missing or changed file again, if the local file still has the same size.
  private func remedy(for finding: Finding, _ items: [UploadItem]) -> String {
    let (attachment, file) = (finding.attachment, finding.attachment.file)
    guard ["missing", "changed"].contains(finding.name),
      let item = items.last(where: {
        $0.car == attachment.car && $0.destination == attachment.destination && $0.name == file.name
      }),
      let source = try? UploadSource(path: FilePath(item.path)), source.size == file.size,
      let chosen = chosen(source, file.name)
    else { return "" }
    let policy = finding.name == "changed" ? "replace" : "skip"
    return " To upload it again: showroom upload \(attachment.car) \(quoted(chosen.string))"
      + " --destination \(quoted(attachment.destination)) --on-duplicate \(policy)"
  }

  /// Returns the file, or the folder that contains it, whose upload would result in the file's name at the destination;
  /// `nil` if there is none.
  private func chosen(_ source: UploadSource, _ name: String) -> FilePath? {
    if StoredName.names(of: [source]).first?.text == name { return source.path }
    var (folder, inner) = (source.path.removingLastComponent(), source.path.components.suffix(1).map(\.self))
    while let last = folder.lastComponent {
      inner.insert(last, at: 0)
      var found = source
      found.pathInFolder = FilePath(root: nil, inner)
      if StoredName.names(of: [found]).first?.text == name { return folder }
      folder.removeLastComponent()
    }
    return nil
  }

  /// Returns a word quoted for a shell.
  private func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }
}
