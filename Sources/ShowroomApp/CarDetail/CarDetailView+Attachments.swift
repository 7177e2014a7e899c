import ReactorCore
import ReactorTerminal
import ShowroomSettings
import ShowroomUploads

extension CarDetailView {
  /// The commands that concern the attachments of the car.
  nonisolated static let attachmentCommands = Commands<CarDetailView>("Attachments") {
    Command("car.upload", "u", title: "Upload", help: "Uploads files to the car.") { _ in .upload }
      .enabled { $0.state.page != nil }
    Command("car.openAttachment", "o", title: "Open", help: "Opens the selected file with its program.") {
      $0.attachment.map { .openAttachment($0.id) }
    }
    .enabled { $0.attachment != nil }
    Command("car.saveAttachment", "w", title: "Save a copy", help: "Copies the selected file to a folder.") {
      $0.attachment.map { .saveAttachment($0.id) }
    }
    .enabled { $0.attachment != nil }
    Command(
      "car.deleteAttachment", "D", .delete, title: "Delete", help: "Deletes the selected file, after confirmation."
    ) { $0.attachment.map { .deleteAttachment($0.id) } }
    .enabled { $0.attachment != nil }
  }

  /// Binds the list of attachments, and the questions about them.
  func bindAttachments(_ reactor: CarDetailReactor) {
    send(page.attachments.opened) { .openAttachment($0.id) }
    reactor.pulse(unwrapping: \.$saveRequested).bind { [weak self, weak reactor] request in
      guard let self else { return }
      let prompt = PromptView(
        title: "Save a copy of \(request.attachment.file.name)", text: request.suggestion,
        placeholder: "A path on this computer", confirm: "Save")
      prompt.answered.map { .saveCopy(request.attachment.id, to: $0) }
        .bind { reactor?.action.send($0) }
      lastWindow?.present(prompt)
    }
    reactor.pulse(unwrapping: \.$pasteQuestion).bind { [weak self, weak reactor] upload in
      self?.lastWindow?.ask(upload) { reactor?.action.send(.uploadPasted(upload)) }
    }
    reactor.pulse(unwrapping: \.$warning).bind { [weak self] in self?.lastWindow?.toast($0, kind: .warning) }
    reactor.pulse(unwrapping: \.$deleteQuestion).bind { [weak self, weak reactor] attachment in
      self?.lastWindow?.confirm(
        "Delete \(attachment.file.name)?", "The file is also deleted at its destination: \(attachment.destination)",
        confirm: "Delete"
      ) { reactor?.action.send(.deleteNow(attachment.id)) }
    }
  }
}

extension CommandContext<CarDetailView> {
  // While no car is shown, the page still has the attachments of the last one.
  fileprivate var attachment: Attachment? { state.page.flatMap { _ in view.page.attachments.selected } }
}
