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

  /// Presents the questions of the reactor.
  func ask(_ output: CarDetailReactor.Output) {
    let send = { [weak reactor] in reactor?.action.send($0) } as @MainActor (CarDetailReactor.Action) -> Void
    switch output {
    case .askForPath(let request):
      let prompt = PromptView(
        title: "Save a copy of \(request.attachment.file.name)", text: request.suggestion,
        placeholder: "A path on this computer", confirm: "Save")
      prompt.answered.bind { send(.saveCopy(request.attachment.id, to: $0)) }
      lastWindow?.present(prompt)
    case .askToUpload(let upload): lastWindow?.ask(upload) { send(.uploadPasted(upload)) }
    case .askToDelete(let attachment):
      lastWindow?.confirm(
        "Delete \(attachment.file.name)?", "The file is also deleted at its destination: \(attachment.destination)",
        confirm: "Delete"
      ) { send(.deleteNow(attachment.id)) }
    case .message, .editNote, .upload, .mark, .compare: break
    }
  }
}

extension CommandContext<CarDetailView> {
  // While no car is shown, the page still has the attachments of the last one.
  fileprivate var attachment: Attachment? { state.page.flatMap { _ in view.page.attachments.selected } }
}
