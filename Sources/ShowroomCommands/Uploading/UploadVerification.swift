import ReactorFiles
import ShowroomCatalog
import ShowroomFormatting
import ShowroomSettings
import ShowroomText
import ShowroomUploads
import Synchronization

/// The command `showroom uploads --verify`, which reads uploaded files back and compares them with the originally
/// uploaded data.
package struct UploadVerification: Sendable {
  let format: SheetFormat
  let cars: [Car.ID]
  /// The path of the data directory; `nil` for the default one.
  private let dataDirectory: String?

  /// Creates the command.
  ///
  /// - Parameters:
  ///   - cars: The IDs of the cars whose files are to be verified; empty for all.
  ///   - dataDirectory: The path of the data directory; `nil` for the default one.
  package init(format: SheetFormat, cars: [Car.ID], dataDirectory: String? = nil) {
    self.format = format
    self.cars = cars
    self.dataDirectory = dataDirectory
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
    let uploads = try dependencies.queue.uploads()
    let found = Mutex<[AttachmentVerification.Outcome: Int]>([:])
    await AttachmentVerification.run(attachments) { attachment throws(UploadFailure) in
      try await dependencies.engine(for: try dependencies.destinations.destination(of: attachment))
    } report: { finding in
      found.withLock { $0[finding.outcome, default: 0] += 1 }
      report(finding, uploads, messages, dependencies)
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

  private func report(
    _ finding: AttachmentVerification.Finding, _ uploads: [Upload], _ messages: UploadMessages,
    _ dependencies: UploadDependencies
  ) {
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
        let advice = [
          UploadMessages.credentialsAdvice(after: failure, at: attachment.destination, dependencies),
          command(for: finding, uploads).map { "To upload it again: " + $0 },
        ]
        messages.complain(
          (["\(file.name) of car \(attachment.car): \(failure)"] + advice.compactMap(\.self)).joined(separator: " "))
      } else {
        let proof = file.sha256 == nil ? "verified by its size" : "verified"
        messages.write(
          sanitized("\(file.name): \(proof), \(ByteFormatting.size(file.size)), \(file.printableLocation)"))
      }
    }
  }

  /// Returns the command that uploads a missing or changed file again; `nil` if that is not possible.
  private func command(for finding: AttachmentVerification.Finding, _ uploads: [Upload]) -> String? {
    guard let remedy = finding.remedy(in: uploads) else { return nil }
    let attachment = finding.attachment
    var words = [
      "showroom upload \(attachment.car) \(quoted(remedy.chosen.string))",
      "--destination \(quoted(attachment.destination))", "--on-duplicate \(remedy.onDuplicate.rawValue)",
    ]
    words += options(choosing: remedy.pathInFolder.map(\.string))
    if let dataDirectory { words.append("--data-dir \(quoted(dataDirectory))") }
    return words.joined(separator: " ")
  }

  /// Returns the options that choose a single file of a folder.
  ///
  /// - Parameter names: The names that lead from the folder to the file; empty if there is no folder.
  private func options(choosing names: [String]) -> [String] {
    guard !names.isEmpty else { return [] }
    var options: [String] = []
    // No pattern can exactly match a name that is not valid UTF-8.
    if !names.contains(where: { $0.unicodeScalars.contains("\u{FFFD}") }) {
      options.append("--include \(quoted(pattern(names.joined(separator: "/"))))")
      // A pattern without a slash also matches the files of that name in subfolders.
      if names.count == 1 { options.append("--exclude '*/*'") }
    }
    if names.contains(where: { $0.utf8.first == UInt8(ascii: ".") }) { options.append("--hidden") }
    return options
  }

  /// Returns the pattern that matches only a path, and that is not mistaken for an option.
  private func pattern(_ path: String) -> String {
    var pattern = String.UnicodeScalarView()
    for scalar in path.unicodeScalars {
      if "\\*?[".unicodeScalars.contains(scalar) || pattern.isEmpty && scalar == "-" { pattern.append("\\") }
      pattern.append(scalar)
    }
    return String(pattern)
  }

  /// Returns a word quoted for a shell.
  private func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }
}
