import ReactorTerminal
import ShowroomUploads

extension CarDetailView {
  nonisolated static let attachmentCommands = Commands<CarDetailView>("Attachments") {
    Command("car.upload", "u", title: "Upload", help: "Uploads files to the car.") { _ in .upload }
      .enabled { $0.state.page != nil }
    Command("car.openAttachment", "o", title: "Open file", help: "Opens the selected file in its default program.") {
      $0.attachment.map { .openAttachment($0.id) }
    }
    .enabled { $0.attachment != nil }
    Command("car.saveAttachment", "w", title: "Save a copy", help: "Copies the selected file to a folder.") {
      guard let attachment = $0.attachment else { return nil }
      return await $0.view.pathForCopy(of: attachment).map { .saveCopy(attachment.id, to: $0) }
    }
    .enabled { $0.attachment != nil }
    Command(
      "car.deleteAttachment", "D", .delete, title: "Delete", help: "Deletes the selected file, after confirmation."
    ) { $0.attachment.map { .deleteAttachment($0.id) } }
    .enabled { $0.attachment != nil }
  }

  /// Asks for the path of a copy. A file name without a folder is relative to the current directory.
  private func pathForCopy(of attachment: Attachment) async -> String? {
    await window?.prompt(
      "Save a copy of \(attachment.file.name)", text: attachment.file.lastName,
      placeholder: "A path on this computer", confirm: "Save")
  }
}

extension CommandContext<CarDetailView> {
  // While no car is shown, the page still contains the attachments of the previous one.
  fileprivate var attachment: Attachment? { state.page.flatMap { _ in view.page.attachments.selected } }
}
