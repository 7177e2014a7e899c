import ReactorCore
import ReactorTerminal
import ShowroomSettings
import SystemPackage

extension FilePickerView {
  /// The commands of the screen, with their default keys.
  enum Commands: String, CommandSet {
    case upload = "files.upload"
    case clear = "files.clear"
    case filter = "files.filter"
    case parent = "files.parent"
    case path = "files.path"
    case selectAll = "files.selectAll"
    case selectNone = "files.selectNone"
    case selected = "files.selected"
    case hidden = "files.hidden"
    case sort = "files.sort"
    case home = "files.home"
    case reload = "files.reload"
    case reverse = "files.reverse"
    case enter = "files.enter"
    case nextMatch = "files.nextMatch"
    case previousMatch = "files.previousMatch"

    static let section: String? = "Choose files"

    var binding: KeyBinding {
      switch self {
      case .upload: keys("u", title: "Upload", help: "Uploads the selected files.")
      case .clear: keys(.escape, title: "Back", help: "Removes the filter, then the selection, then closes the choice.")
      case .filter: keys("/", title: "Filter", help: "Lists only the names that contain a text.")
      case .parent:
        keys("h", .left, .backspace, title: "Parent folder", help: "Opens the folder that contains this one.")
      case .path: keys("p", title: "Path", help: "Goes to a path that you type.")
      case .selectAll: keys("a", title: "Select all", help: "Selects all listed files.")
      case .selectNone: keys("A", title: "Deselect all", help: "Selects no file.")
      case .selected: keys("v", title: "View selected", help: "Lists the selected files of all folders.")
      case .hidden: keys(".", title: "Show hidden files", help: "Shows or hides files whose names begin with a period.")
      case .sort: keys("s", title: "Sort", help: "Chooses the order of the files.")
      case .home: keys("~", title: "Home folder", help: "Opens your home folder.")
      case .reload: keys("r", "R", .f5, title: "Reload", help: "Reads the folder again.")
      case .reverse: keys("S", title: "Reverse order", help: "Reverses the order of the files.", isHidden: true)
      case .enter: keys("l", .right, title: "Open folder", help: "Opens the selected folder.", isHidden: true)
      case .nextMatch: keys("n", title: "Next match", help: "Goes to the next match of the filter.", isHidden: true)
      case .previousMatch:
        keys("N", title: "Previous match", help: "Goes to the previous match of the filter.", isHidden: true)
      }
    }
  }

  /// The default bindings of the file picker and its path bar.
  nonisolated package static let defaultBindings = Commands.bindings + PathBar.Commands.bindings

  func bindCommands(_ reactor: FilePickerReactor) {
    typealias Action = FilePickerReactor.Action
    func ask(_ command: ViewCommand, _ action: @escaping @MainActor (FilePickerView) -> Action?) {
      command.bind { [weak self, weak reactor] in
        if let self, let action = action(self) { reactor?.action.send(action) }
      }.disposed(by: disposeBag)
    }
    ask(addCommand(Commands.upload)) { .pick($0.table.selectedID) }
    ask(addCommand(Commands.clear)) { view in
      (view.reactor?.currentState).flatMap { Self.unwinding($0)?.action }
    }
    addCommand(Commands.filter).bind { [weak self] in self?.enterFilter() }
      .disposed(by: disposeBag)
    // Stays enabled at the root, where it does nothing, because these keys would otherwise close the screen.
    ask(addCommand(Commands.parent)) { _ in .openParent }
    addCommand(Commands.path).bind { [weak self] in self?.enterPath() }
      .disposed(by: disposeBag)
    ask(addCommand(Commands.selectAll)) { _ in .selectAll }
    ask(addCommand(Commands.selectNone)) { _ in .selectNone }
    addCommand(Commands.selected)
      .bind { [weak self, weak reactor] in if let reactor { self?.showSelected(reactor) } }.disposed(by: disposeBag)
    ask(addCommand(Commands.hidden)) { _ in .toggleHidden }
    addCommand(Commands.sort)
      .bind { [weak self, weak reactor] in if let reactor { self?.chooseOrder(reactor) } }.disposed(by: disposeBag)
    ask(addCommand(Commands.home)) { _ in .openHome }
    ask(addCommand(Commands.reload)) { _ in .reload }
    ask(addCommand(Commands.reverse)) { _ in .reverseOrder }
    ask(addCommand(Commands.enter)) { view in
      view.table.selectedRow.flatMap { $0.entry.isFolder ? .open($0.id) : nil }
    }
    // Every row of a filtered list is a match.
    addCommand(Commands.nextMatch)
      .bind { [weak self] in self?.table.cycleSelection(by: 1) }.disposed(by: disposeBag)
    addCommand(Commands.previousMatch)
      .bind { [weak self] in self?.table.cycleSelection(by: -1) }.disposed(by: disposeBag)
    let back = NavigationStack.Commands.back.id
    ask(keys(.escape, "q", id: back, title: "Cancel", section: Commands.section)) { _ in .cancel }
  }

  /// Returns the action of Esc with its title; each press undoes one step.
  private static func unwinding(
    _ state: FilePickerReactor.State
  ) -> (title: String, action: FilePickerReactor.Action)? {
    if state.adding != nil { return ("Stop reading", .stopAdding) }
    if state.isBusy { return ("Stop reading", .stop) }
    if !state.filter.isEmpty { return ("Clear", .setFilter("")) }
    if !state.selection.isEmpty { return ("Deselect all", .selectNone) }
    return nil
  }

  func updateCommands(_ state: FilePickerReactor.State) {
    let unwinding = Self.unwinding(state)
    let selected = state.selection.count
    let row = table.selectedRow?.entry
    let isFolder = row?.isFolder == true
    let upload = selected > 0 ? "Upload \(grouped(selected))" : isFolder ? "Upload folder" : "Upload"
    table.rowOpenTitle = isFolder ? "Open" : upload
    table.command(ListCommands.open)?.isEnabled = row != nil
    table.command(ListCommands.mark)?.title =
      table.selectedID.map(state.selection.contains) == true ? "Deselect" : "Select"
    table.command(ListCommands.mark)?.isEnabled = row != nil
    command(Commands.upload)?.title = upload
    command(Commands.upload)?.isEnabled = selected > 0 || row != nil
    // Hidden where the hint of Enter already offers the upload.
    command(Commands.upload)?.binding.isHidden = !isFolder
    command(Commands.clear)?.title = unwinding?.title ?? "Back"
    command(Commands.clear)?.isEnabled = unwinding != nil
    // Hidden while reading, because most readings end at once and the hint would flicker.
    command(Commands.clear)?.binding.isHidden = unwinding == nil || state.isBusy
    command(Commands.home)?.isEnabled = state.home != nil
    command(Commands.selectNone)?.isEnabled = selected > 0
    command(Commands.selected)?.isEnabled = selected > 0
    command(Commands.hidden)?.title = state.showsHidden ? "Hide hidden files" : "Show hidden files"
    for name in [Commands.nextMatch, .previousMatch] { command(name)?.isEnabled = !state.filter.isEmpty }
  }

  private func chooseOrder(_ reactor: FilePickerReactor) {
    let current = reactor.currentState.order
    let choices = FileOrder.Field.allCases.map { field in
      let order = field == current.field ? current : .natural(field)
      return SortOption(
        id: field.rawValue, title: field.label, summary: order.summary, isAscending: order.ascending)
    }
    let picker = PickerView(sortingBy: choices, current: current.field.rawValue)
    picker.chosen.asObservable().compactMap { FileOrder.Field(rawValue: $0).map { .sort($0) } }
      .bind(to: reactor.action).disposed(by: disposeBag)
    window?.present(picker)
  }

  /// The maximum number of listed files, because a dialog measures each of them.
  private static let listedFiles = 500

  /// Presents the selected files of all folders; choosing one moves to it.
  private func showSelected(_ reactor: FilePickerReactor) {
    let state = reactor.currentState
    let count = state.selection.count
    let files = state.selection.files.prefix(Self.listedFiles)
    let part = count > files.count ? ", the first \(files.count)" : ""
    let picker = PickerView(
      title: "\(counted(count, "file")) selected, \(ByteFormatting.size(state.selection.totalSize))\(part)",
      choices: files.enumerated().map { index, file in
        PickerView.Choice(
          id: String(index), title: file.id.path.text(home: state.home), detail: ByteFormatting.size(file.entry.size))
      })
    picker.chosen.asObservable().compactMap { Int($0).map { .reveal(files[$0].id) } }
      .bind(to: reactor.action).disposed(by: disposeBag)
    window?.present(picker)
  }
}
