import ReactorCore
import ReactorTerminal
import ShowroomSettings
import ShowroomUploads

extension CarDetailView {
  /// The commands that concern the attachments of the car.
  enum AttachmentCommands: String, CommandSet {
    case upload = "car.upload"
    case open = "car.openAttachment"
    case save = "car.saveAttachment"
    case delete = "car.deleteAttachment"

    static let section: String? = "Attachments"

    var binding: KeyBinding {
      switch self {
      case .upload: keys("u", title: "Upload", help: "Uploads files to the car.")
      case .open: keys("o", title: "Open", help: "Opens the selected file with its program.")
      case .save: keys("w", title: "Save a copy", help: "Copies the selected file to a folder.")
      case .delete: keys("D", .delete, title: "Delete", help: "Deletes the selected file, after a question.")
      }
    }
  }

  /// Binds the commands for uploads and for the selected attachment.
  func bindAttachments(_ reactor: CarDetailReactor) {
    addCommand(AttachmentCommands.upload).map { .upload }
      .bind(to: reactor.action).disposed(by: disposeBag)
    func bind(_ events: Observable<Void>, _ action: @escaping @MainActor (Attachment.ID) -> CarDetailReactor.Action) {
      events.compactMap { [weak self] in (self?.page.attachments.selected?.id).map(action) }
        .bind(to: reactor.action).disposed(by: disposeBag)
    }
    bind(addCommand(AttachmentCommands.open).asObservable()) { .openAttachment($0) }
    page.attachments.opened.asObservable().map { .openAttachment($0.id) }
      .bind(to: reactor.action).disposed(by: disposeBag)
    bind(addCommand(AttachmentCommands.save).asObservable()) { .saveAttachment($0) }
    bind(addCommand(AttachmentCommands.delete).asObservable()) {
      .deleteAttachment($0)
    }

    reactor.pulse(unwrapping: \.$saveRequested).bind { [weak self, weak reactor] request in
      guard let self else { return }
      let prompt = PromptView(
        title: "Save a copy of \(request.attachment.file.name)", text: request.suggestion,
        placeholder: "A path on this computer", confirm: "Save")
      prompt.answered.asObservable().map { .saveCopy(request.attachment.id, to: $0) }
        .bind { reactor?.action.send($0) }.disposed(by: disposeBag)
      lastWindow?.present(prompt)
    }.disposed(by: disposeBag)
    reactor.pulse(unwrapping: \.$pasteQuestion).bind { [weak self, weak reactor] upload in
      self?.lastWindow?.ask(upload) { reactor?.action.send(.uploadPasted(upload)) }
    }.disposed(by: disposeBag)
    reactor.pulse(unwrapping: \.$warning).bind { [weak self] in self?.lastWindow?.toast($0, kind: .warning) }
      .disposed(by: disposeBag)
    reactor.pulse(unwrapping: \.$deleteQuestion).bind { [weak self, weak reactor] attachment in
      self?.lastWindow?.confirm(
        "Delete \(attachment.file.name)?", "The file is also deleted at its destination: \(attachment.destination)",
        confirm: "Delete"
      ) { reactor?.action.send(.deleteNow(attachment.id)) }
    }.disposed(by: disposeBag)
  }

  func updateAttachmentCommands(_ state: CarDetailReactor.State) {
    command(AttachmentCommands.upload)?.isEnabled = state.page != nil
    let hasFiles = state.page?.attachments.isEmpty == false
    for name in [AttachmentCommands.open, .save, .delete] { command(name)?.isEnabled = hasFiles }
  }
}
