import ReactorCore
import ReactorTerminal
import ShowroomText
import SystemPackage

extension FilePickerView {
  /// The commands of the screen.
  nonisolated static let commands = Commands<FilePickerView>("Choose files") {
    Command("files.upload", "u", title: "Upload", help: "Uploads the selected files.") {
      .pick($0.view.table.selectedID)
    }
    .titled { uploadTitle($0.state, $0.view.table.selectedRow) }
    .enabled { !$0.state.selection.isEmpty || $0.view.table.selectedRow != nil }
    // Hidden if the hint for Enter already offers the upload.
    .hinted { $0.view.table.selectedRow?.entry.isFolder == true }
    Command(
      clear, .escape, title: "Back", help: "Removes the filter, then the selection, then closes the file picker."
    ) { $0.state.unwinding?.action }
    .titled { $0.state.unwinding?.title ?? "Back" }
    .shown { $0.state.unwinding != nil }
    // Hidden during reading, because most readings end immediately and the hint would flicker.
    .hinted { !$0.state.isBusy }
    Command("files.filter", "/", title: "Filter", help: "Lists only the names that contain what you type.") {
      $0.view.enterFilter()
    }
    // Stays enabled at the root, where it does nothing. Otherwise, these keys would close the screen.
    Command(
      parent, "h", .left, .backspace, title: "Parent folder", help: "Opens the folder that contains this one."
    ) { _ in .openParent }
    Command(path, "p", title: "Path", help: "Goes to a path that you type.") { $0.view.enterPath() }
    Command("files.selectAll", "a", title: "Select all", help: "Selects all listed files.") { _ in .selectAll }
    Command("files.selectNone", "A", title: "Deselect all", help: "Deselects all files.") { _ in .selectNone }
      .enabled { !$0.state.selection.isEmpty }
    Command("files.selected", "v", title: "View selected", help: "Lists the selected files in all folders.") {
      await $0.view.chooseSelected($0.state).map { .reveal($0.id) }
    }
    .enabled { !$0.state.selection.isEmpty }
    Command(
      hidden, ".", title: "Show hidden files", help: "Shows or hides files whose names begin with a period."
    ) { _ in .toggleHidden }
    .titled { $0.state.showsHidden ? "Hide hidden files" : "Show hidden files" }
    Command(
      "files.patterns", "f", title: "Patterns",
      help: "Chooses which files in folders to upload, by patterns such as *.jpg."
    ) {
      await $0.view.window?.prompt(
        "Files to upload from folders", text: $0.state.patterns, placeholder: "Such as *.jpg !raw, or * for all",
        confirm: "Use"
      ).map { .setPatterns($0) }
    }
    Command("files.sort", "s", title: "Sort", help: "Chooses the order of the files.") {
      await $0.view.chooseOrder($0.state).map { .sort($0) }
    }
    Command("files.home", "~", title: "Home folder", help: "Opens your home folder.") { _ in .openHome }
      .enabled { $0.state.home != nil }
    Command(reload, "r", "R", .f5, title: "Reload", help: "Reads the folder again.") { _ in .reload }
    Command("files.reverse", "S", title: "Reverse order", help: "Reverses the order of the files.", isHidden: true) {
      _ in .reverseOrder
    }
    Command("files.enter", "l", .right, title: "Open folder", help: "Opens the selected folder.", isHidden: true) {
      $0.view.table.selectedRow.flatMap { $0.entry.isFolder ? .open($0.id) : nil }
    }
    // In a filtered list, every row is a match.
    Command("files.nextMatch", "n", title: "Next match", help: "Goes to the next match of the filter.", isHidden: true)
    {
      $0.view.table.cycleSelection(by: 1)
    }
    .enabled { !$0.state.filter.isEmpty }
    Command(
      "files.previousMatch", "N", title: "Previous match", help: "Goes to the previous match of the filter.",
      isHidden: true
    ) { $0.view.table.cycleSelection(by: -1) }
    .enabled { !$0.state.filter.isEmpty }
    Command(NavigationStack.back, .escape, "q", title: "Cancel", help: "Returns without choosing files.") { _ in .cancel
    }
  }

  // The commands that messages refer to.
  nonisolated static let clear: CommandID = "files.clear"
  nonisolated static let parent: CommandID = "files.parent"
  nonisolated static let path: CommandID = "files.path"
  nonisolated static let hidden: CommandID = "files.hidden"
  nonisolated static let reload: CommandID = "files.reload"

  /// The default bindings of the file picker and its path bar.
  nonisolated package static let defaultBindings = commands.bindings + PathBar.commands.bindings

  private static func uploadTitle(_ state: FilePickerReactor.State, _ row: FileRow?) -> String {
    let selected = state.selection.count
    return selected > 0 ? "Upload \(grouped(selected))" : row?.entry.isFolder == true ? "Upload folder" : "Upload"
  }

  /// Returns the command that Enter runs for a row.
  func opening(_ row: FileRow?) -> RowCommand? {
    guard let state = reactor?.currentState else { return nil }
    if row?.entry.isFolder == true { return RowCommand("Open") }
    return RowCommand(Self.uploadTitle(state, row), help: "Uploads the selected files.")
  }

  /// Returns the command that Space runs for a row.
  func marking(_ row: FileRow?) -> RowCommand? {
    RowCommand(
      row.map { reactor?.currentState.selection.contains($0.id) == true } == true ? "Deselect" : "Select",
      help: "Selects the file or folder for the upload, or deselects it.")
  }

  /// Lets the user choose a field to sort by.
  func chooseOrder(_ state: FilePickerReactor.State) async -> FileOrder.Field? {
    let current = state.order
    let choices = FileOrder.Field.allCases.map { field in
      let order = field == current.field ? current : .natural(field)
      return SortOption(
        id: field.rawValue, title: field.label, summary: order.summary, isAscending: order.ascending)
    }
    return await window?.choose(sortingBy: choices, current: current.field.rawValue)
      .flatMap { FileOrder.Field(rawValue: $0) }
  }

  /// The maximum number of listed files, because a dialog measures each of them.
  private static let listedFiles = 500

  /// Lists the selected files of all folders, and returns the one that the user chooses.
  func chooseSelected(_ state: FilePickerReactor.State) async -> FileRow? {
    let count = state.selection.count
    let files = state.selection.files.prefix(Self.listedFiles)
    let part = count > files.count ? ", the first \(files.count)" : ""
    return await window?.choose(
      "\(counted(count, "file")) selected, \(ByteFormatting.size(state.selection.totalSize))\(part)",
      from: files.enumerated().map { index, file in
        PickerView.Choice(
          id: String(index), title: file.id.path.text(home: state.home), detail: ByteFormatting.size(file.entry.size),
          actionTitle: "Go to file")
      }
    ).flatMap { Int($0).map { files[$0] } }
  }
}
