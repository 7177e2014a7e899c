import ReactorCore
import ReactorTerminal
import Uploads

extension CarDetailView {
  /// The names of the commands, as a configuration file knows them.
  private enum Name {
    static let upload = "car.upload"
    static let open = "car.openAttachment"
    static let save = "car.saveAttachment"
    static let delete = "car.deleteAttachment"
  }

  /// Uploading, and what can be done with the chosen attachment.
  func bindAttachments(_ reactor: CarDetailReactor) {
    let section = "Attachments"
    keys("u", id: Name.upload, title: "Upload", section: section).map { .upload }
      .bind(to: reactor.action).disposed(by: disposeBag)
    func bind(_ events: Observable<Void>, _ action: @escaping @MainActor (Attachment.ID) -> CarDetailReactor.Action) {
      events.compactMap { [weak self] in (self?.page.attachments.selected?.id).map(action) }
        .bind(to: reactor.action).disposed(by: disposeBag)
    }
    bind(keys("o", id: Name.open, title: "Open", section: section).asObservable()) { .openAttachment($0) }
    bind(page.attachments.opened.asObservable()) { .openAttachment($0) }
    bind(keys("w", id: Name.save, title: "Save a copy", section: section).asObservable()) { .saveAttachment($0) }
    bind(keys("D", .delete, id: Name.delete, title: "Delete", section: section).asObservable()) {
      .deleteAttachment($0)
    }

    reactor.pulse(unwrapping: \.$saveRequested).bind { [weak self, weak reactor] request in
      guard let self else { return }
      let prompt = PromptView(
        title: "Save a copy of \(request.attachment.file.name)", text: request.proposal,
        placeholder: "A path on this machine", confirm: "Save")
      prompt.answered.asObservable().map { .saveCopy(request.attachment.id, to: $0) }
        .bind { reactor?.action.send($0) }.disposed(by: disposeBag)
      lastWindow?.present(prompt)
    }.disposed(by: disposeBag)
    reactor.pulse(unwrapping: \.$deleteQuestion).bind { [weak self, weak reactor] attachment in
      self?.lastWindow?.confirm(
        "Delete \(attachment.file.name)?", "It is deleted at its destination too: \(attachment.destination)",
        confirm: "Delete"
      ) { reactor?.action.send(.deleteNow(attachment.id)) }
    }.disposed(by: disposeBag)
    reactor.pulse(unwrapping: \.$toast).bind { [weak self] in self?.lastWindow?.toast($0, kind: .success) }
      .disposed(by: disposeBag)
  }

  func updateAttachmentCommands(_ state: CarDetailReactor.State) {
    command(Name.upload)?.isEnabled = state.page != nil
    let hasFiles = state.page?.attachments.isEmpty == false
    for name in [Name.open, Name.save, Name.delete] { command(name)?.isEnabled = hasFiles }
  }
}
