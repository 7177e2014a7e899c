import ReactorCore
import ReactorTerminal
import SystemPackage

extension FilePickerView {
  /// The names of the commands, as a configuration file knows them.
  enum Name {
    static let upload = "files.upload"
    static let parent = "files.parent"
    static let enter = "files.enter"
    static let filter = "files.filter"
    static let path = "files.path"
    static let home = "files.home"
    static let hidden = "files.hidden"
    static let sort = "files.sort"
    static let reverse = "files.reverse"
    static let selectAll = "files.selectAll"
    static let selectNone = "files.selectNone"
    static let selected = "files.selected"
    static let reload = "files.reload"
    static let nextMatch = "files.nextMatch"
    static let previousMatch = "files.previousMatch"
    static let unwind = "files.unwind"
    /// The navigation's own command: this one takes its place.
    static let leave = "navigation.back"
  }

  private static let section = "Choose files"

  func bindCommands(_ reactor: FilePickerReactor) {
    typealias Action = FilePickerReactor.Action
    let section = Self.section
    func ask(_ command: Command, _ action: @escaping @MainActor (FilePickerView) -> Action?) {
      command.bind { [weak self, weak reactor] in
        if let self, let action = action(self) { reactor?.action.send(action) }
      }.disposed(by: disposeBag)
    }
    ask(keys("u", id: Name.upload, title: "Upload", section: section)) { .pick($0.table.selectedID) }
    ask(keys(.escape, id: Name.unwind, title: "Back", section: section)) { view in
      (view.reactor?.currentState).flatMap { Self.unwinding($0)?.action }
    }
    keys("/", id: Name.filter, title: "Filter", section: section).bind { [weak self] in self?.enterFilter() }
      .disposed(by: disposeBag)
    // At the root too, where it does nothing: the same keys would leave the screen.
    ask(keys("h", .left, .backspace, id: Name.parent, title: "Folder above", section: section)) { _ in .openParent }
    keys("p", id: Name.path, title: "Path", section: section).bind { [weak self] in self?.enterPath() }
      .disposed(by: disposeBag)
    ask(keys("a", id: Name.selectAll, title: "Select all", section: section)) { _ in .selectAll }
    ask(keys("A", id: Name.selectNone, title: "Select none", section: section)) { _ in .selectNone }
    keys("v", id: Name.selected, title: "View selected", section: section)
      .bind { [weak self, weak reactor] in if let reactor { self?.showSelected(reactor) } }.disposed(by: disposeBag)
    ask(keys(".", id: Name.hidden, title: "Hidden files", section: section)) { _ in .toggleHidden }
    keys("s", id: Name.sort, title: "Sort", section: section)
      .bind { [weak self, weak reactor] in if let reactor { self?.chooseOrder(reactor) } }.disposed(by: disposeBag)
    ask(keys("~", id: Name.home, title: "Home folder", section: section)) { _ in .openHome }
    ask(keys("r", "R", .f5, id: Name.reload, title: "Read again", section: section)) { _ in .reload }
    ask(keys("S", id: Name.reverse, title: "Reverse order", section: section, isHidden: true)) { _ in .reverseOrder }
    ask(keys("l", .right, id: Name.enter, title: "Open the folder", section: section, isHidden: true)) { view in
      view.table.selectedRow.flatMap { $0.entry.isFolder ? .open($0.id) : nil }
    }
    keys("n", id: Name.nextMatch, title: "Next match", section: section, isHidden: true)
      .bind { [weak self] in self?.moveMatch(by: 1) }.disposed(by: disposeBag)
    keys("N", id: Name.previousMatch, title: "Previous match", section: section, isHidden: true)
      .bind { [weak self] in self?.moveMatch(by: -1) }.disposed(by: disposeBag)
    ask(keys(.escape, "q", id: Name.leave, title: "Leave without files", section: section)) { _ in .cancel }
  }

  /// What Esc takes back, one layer at a time, and what that is called.
  private static func unwinding(
    _ state: FilePickerReactor.State
  ) -> (title: String, action: FilePickerReactor.Action)? {
    if state.isBusy { return ("Stop reading", .stop) }
    if !state.filter.isEmpty { return ("Clear", .setFilter("")) }
    if !state.selection.isEmpty { return ("Select none", .selectNone) }
    return nil
  }

  func updateCommands(_ state: FilePickerReactor.State) {
    let unwinding = Self.unwinding(state)
    let selected = state.selection.count
    let row = table.selectedRow?.entry
    let upload = selected == 0 ? "Upload" : "Upload \(grouped(selected))"
    table.command("list.open")?.title = row?.isFolder == true ? "Open" : upload
    table.command("list.open")?.isEnabled = row != nil
    table.command("list.mark")?.title = table.selectedID.map(state.selection.contains) == true ? "Unselect" : "Select"
    table.command("list.mark")?.isEnabled = row != nil
    command(Name.upload)?.title = upload
    command(Name.upload)?.isEnabled = selected > 0 || row != nil
    // Where Enter says it already, its hint would only take room.
    command(Name.upload)?.binding.isHidden = selected == 0 || row?.isFolder == false
    command(Name.unwind)?.title = unwinding?.title ?? "Back"
    command(Name.unwind)?.isEnabled = unwinding != nil
    // Reading ends by itself, mostly at once: a hint would only flicker.
    command(Name.unwind)?.binding.isHidden = state.isBusy
    command(Name.home)?.isEnabled = state.home != nil
    command(Name.selectNone)?.isEnabled = selected > 0
    command(Name.selected)?.isEnabled = selected > 0
    command(Name.hidden)?.title = state.showsHidden ? "Hide hidden files" : "Hidden files"
    for name in [Name.nextMatch, Name.previousMatch] { command(name)?.isEnabled = !state.filter.isEmpty }
  }

  /// In a filtered list every row is a match: the next is the one below, and after the last comes the first.
  private func moveMatch(by step: Int) {
    let count = table.rows.count
    guard count > 0, let index = table.selectedIndex else { return }
    table.selectedIndex = (index + step + count) % count
  }

  private func chooseOrder(_ reactor: FilePickerReactor) {
    let current = reactor.currentState.order
    let choices = FileOrder.Field.allCases.map { field in
      let order = field == current.field ? current : .natural(field)
      return SortChoice(
        id: field.rawValue, title: field.label, summary: order.summary, figuresAscend: order.ascending)
    }
    let picker = PickerView(sortingBy: choices, current: current.field.rawValue, isASCII: cells.isASCII)
    picker.chosen.asObservable().compactMap { FileOrder.Field(rawValue: $0).map { .sort($0) } }
      .bind(to: reactor.action).disposed(by: disposeBag)
    window?.present(picker)
  }

  /// Files that are listed at most: a dialog measures each of them.
  private static let listedFiles = 500

  /// The selected files of all folders; choosing one goes to it.
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
