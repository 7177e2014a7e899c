import ReactorTerminal

extension GalleryEntry {
  static let treeView = GalleryEntry(
    .trees, "TreeView", "Items that the user expands and collapses.",
    states: [
      GalleryState("Expanded", isFocused: true) {
        let tree = makeTree()
        tree.expandedIDs = ["Documents", "Cars 🚗"]
        return tree
      },
      GalleryState("Collapsed") { makeTree() },
      GalleryState("Loading children", isFocused: true) {
        let tree = makeTree()
        tree.expandedIDs = ["Archive"]
        return tree
      },
      GalleryState("Empty") {
        let tree = TreeView<Folder> { TableCell($0.id) }
        tree.placeholder = EmptyState(.init(.empty, title: "No folders"))
        return tree
      },
    ])
}

private struct Folder: Identifiable, Sendable {
  let id: String
}

@MainActor
private func makeTree() -> TreeView<Folder> {
  let children = [
    "Documents": ["Cars 🚗", "계약서", "Letters"],
    "Cars 🚗": ["Invoice.pdf", "A photo of the car in front of the old town hall.jpg"],
  ]
  let roots = ["Documents", "Archive", "Notes.txt"].map(Folder.init)
  return TreeView(
    items: TreeItems(roots) { folder in
      if folder.id == "Archive" { return .unloaded }
      return children[folder.id].map { .loaded($0.map(Folder.init)) } ?? .none
    }
  ) { TableCell($0.id) }
}
