import ReactorCore
import ReactorTerminal
import ShowroomCatalog
import ShowroomSettings

extension CarListView {
  /// Asks for the name of a view, beginning with that of the view that is shown.
  func nameView(_ reactor: CarListReactor) {
    let prompt = PromptView(title: "Save this view as", placeholder: "A name for @name", confirm: "Save")
    prompt.answered.map { .saveView($0) }.bind(to: reactor.action)
    window?.present(prompt)
  }

  /// Lets the user choose one of the saved views.
  func offer(_ offer: CarListReactor.ViewOffer, _ reactor: CarListReactor?) {
    let picker = PickerView(
      title: offer.purpose == .open ? "Views" : "Delete a view",
      choices: offer.views.map { view in
        PickerView.Choice(
          id: view.name, title: "@\(view.name)", detail: view.query.isEmpty ? "all cars" : view.query,
          actionTitle: offer.purpose == .open ? "Show" : "Delete")
      })
    picker.chosen.bind { [weak reactor] name in
      reactor?.action.send(offer.purpose == .open ? .openView(name) : .deleteView(name))
    }
    window?.present(picker)
  }

  /// Asks before something is replaced.
  func ask(_ question: CarListReactor.Question, _ reactor: CarListReactor?) {
    let texts: (title: String, message: String, action: CarListReactor.Action) =
      switch question {
      case .replaceFile(let path):
        ("Replace the file?", "\(path) exists already. Its contents will be lost.", .export(to: path, replacing: true))
      case .replaceView(let name):
        ("Replace the view?", "There is already a view @\(name).", .saveView(name, replacing: true))
      }
    window?.confirm(texts.title, texts.message, confirm: "Replace") { [weak reactor] in
      reactor?.action.send(texts.action)
    }
  }
}
