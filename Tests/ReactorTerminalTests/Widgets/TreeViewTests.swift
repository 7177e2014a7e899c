import ReactorTerminal
import ReactorTesting
import Testing

/// An item of the trees of these tests, identified by its path.
private struct Entry: Identifiable, Sendable {
  let id: String

  init(_ id: String) { self.id = id }

  var name: String { String(id.split(separator: "/").last ?? "") }
}

@MainActor
@Suite struct TreeViewTests {
  private static let folders: [String: [String]] = [
    "src": ["src/app", "src/core"], "src/app": ["src/app/main.swift", "src/app/보기.swift"],
    "src/core": ["src/core/a.swift"],
  ]

  private func items(_ folders: [String: [String]] = folders, unloaded: Set<String> = []) -> TreeItems<Entry> {
    TreeItems([Entry("src"), Entry("README")]) { entry in
      if unloaded.contains(entry.id) { return .unloaded }
      return folders[entry.id].map { .loaded($0.map(Entry.init)) } ?? .none
    }
  }

  private func tree(_ stage: TestScreen, _ items: TreeItems<Entry>) -> TreeView<Entry> {
    stage.show(TreeView(items: items) { TableCell($0.name) })
  }

  @Test func `expanded items show their children with lines to their parents`() {
    let stage = TestScreen(30, 8)
    let tree = tree(stage, items())
    #expect(stage.text == "▸ ▶ src\n    README")

    tree.expandedIDs = ["src", "src/app"]

    #expect(
      stage.text == """
        ▸ ▼ src
          ├─▼ app
          │ ├── main.swift
          │ ╰── 보기.swift
          ╰─▶ core
            README
        """)
  }

  @Test func `the lines and signs are ASCII in ASCII mode`() {
    let stage = TestScreen(30, 8, ascii: true)
    let tree = tree(stage, items(unloaded: ["src/core"]))
    tree.expandedIDs = ["src", "src/core"]

    #expect(
      stage.text == """
        > v src
          +-> app
          +-v core
            +-- Loading~
            README
        """)
  }

  @Test(arguments: [(Key.right, Key.left), ("l", "h")])
  func `keys expand, enter, leave and collapse`(forward: Key, backward: Key) {
    let stage = TestScreen(30, 8)
    let tree = tree(stage, items())
    let changes = Recorder(tree.expansionChanged.asObservable())

    stage.press(forward)
    #expect(tree.expandedIDs == ["src"] && tree.selectedID == "src")
    stage.press(forward, "j")
    #expect(tree.selectedID == "src/core")
    stage.press(backward)
    #expect(tree.selectedID == "src")
    stage.press(backward)
    #expect(tree.expandedIDs.isEmpty && stage.rows[1] == "    README")
    stage.press(backward, "j", forward, backward)
    #expect(tree.selectedID == "README")
    #expect(changes.takeElements() == [["src"], []])
  }

  @Test func `Enter expands, collapses or opens, and its hint says which`() {
    let stage = TestScreen(30, 8)
    let tree = tree(stage, items())
    let opened = Recorder(tree.opened.asObservable())
    func hint() -> String? { stage.window.activeBindings.first { $0.id == ListCommands.open.id }?.title }
    #expect(hint() == "Expand")

    stage.press(.enter)
    #expect(tree.expandedIDs == ["src"] && hint() == "Collapse")
    stage.press(.enter)
    #expect(tree.expandedIDs.isEmpty && opened.takeElements().isEmpty)
    tree.rowOpenTitle = "View"
    stage.press("G", .enter)
    #expect(hint() == "View" && opened.takeElements() == ["README"])
  }

  @Test func `a click on the sign expands an item, and so does a double click on its name`() {
    let stage = TestScreen(30, 8)
    let tree = tree(stage, items())

    stage.click(2, 0)
    #expect(tree.expandedIDs == ["src"])
    stage.click(8, 1)
    #expect(tree.expandedIDs == ["src"] && tree.selectedID == "src/app")
    stage.mouse(.press, 8, 1, clicks: 2)
    #expect(tree.expandedIDs == ["src", "src/app"])
    stage.click(4, 1)
    #expect(tree.expandedIDs == ["src"])
  }

  @Test func `a click on the sign expands its item, even if selecting it collapses those above`() {
    let stage = TestScreen(30, 8)
    let tree = tree(stage, items())
    tree.expandedIDs = ["src", "src/app"]
    stage.window.render()
    tree.selectionChanged.subscribe { [weak tree] _ in tree?.expandedIDs = ["src"] }
      .disposed(by: stage.window.disposeBag)

    stage.click(4, 4)

    #expect(tree.expandedIDs == ["src", "src/core"] && tree.selectedID == "src/core")
    #expect(
      stage.text == """
          ▼ src
          ├─▶ app
        ▸ ╰─▼ core
            ╰── a.swift
            README
        """)
  }

  @Test func `children are requested once while an item is expanded`() {
    let stage = TestScreen(30, 8)
    let tree = tree(stage, items(unloaded: ["src"]))
    let requests = Recorder(tree.childrenRequested.asObservable())

    stage.press(.right)
    tree.items = items(unloaded: ["src"])
    #expect(requests.takeElements() == ["src"])
    #expect(stage.text == "▸ ▼ src\n  ╰── Loading…\n    README")

    stage.press(.left, .right)
    #expect(requests.takeElements() == ["src"])

    stage.press("j")
    #expect(tree.selectedID == nil && tree.selectedItem == nil)
    #expect(stage.window.activeBindings.contains { $0.id == ListCommands.open.id } == false)
    tree.items = items()
    #expect(tree.selectedID == "src/app" && requests.takeElements().isEmpty)
  }

  @Test func `children may arrive while they are being requested`() {
    let stage = TestScreen(30, 8)
    let tree = tree(stage, items(unloaded: ["src"]))
    let loading = tree.childrenRequested.asObservable().bind { [weak tree, self] _ in tree?.items = items() }

    stage.press(.right)

    #expect(stage.rows[1] == "  ├─▶ app")
    loading.dispose()
  }

  @Test func `the selection survives new items, and moves to a collapsed ancestor`() {
    let stage = TestScreen(30, 8)
    let tree = tree(stage, items())
    let selections = Recorder(tree.selectionChanged.asObservable())
    tree.expandedIDs = ["src", "src/app"]
    tree.selectedID = "src/app/보기.swift"

    tree.items = items(["src": ["src/0", "src/app"], "src/app": ["src/app/보기.swift"]])
    #expect(tree.selectedID == "src/app/보기.swift" && tree.selectedItem?.name == "보기.swift")
    #expect(selections.takeElements() == ["src/app/보기.swift"])

    tree.expandedIDs = ["src/app"]
    #expect(tree.selectedID == "src" && selections.takeElements() == ["src"])
  }

  @Test func `listing a tree that contains itself ends`() {
    let stage = TestScreen(30, 8)
    let tree = stage.show(
      TreeView(items: TreeItems([Entry("a")]) { .loaded([$0, Entry($0.id + "/b")]) }) { TableCell($0.name) })

    tree.expandedIDs = ["a", "a/b"]

    #expect(stage.text == "▸ ▼ a\n  ╰─▼ b\n    ╰─▶ b")
  }

  @Test func `a deep tree leaves half of the width to the items`() {
    let stage = TestScreen(16, 200)
    let tree = stage.show(
      TreeView(items: TreeItems([Entry("n")]) { .loaded([Entry($0.id + "/n")]) }) { TableCell($0.name) })
    tree.expandedIDs = Set((1...100).map { Array(repeating: "n", count: $0).joined(separator: "/") })

    #expect(stage.rows[4] == "        ╰─▼ n")
    #expect(stage.rows[5] == "  …     ╰─▼ n")
    #expect(stage.rows[100] == "  …     ╰─▶ n")
  }

  @Test func `a tree can have further columns, and shows a placeholder while it is empty`() {
    let stage = TestScreen(24, 3)
    let tree = stage.show(
      TreeView<Entry>(columns: [
        TableColumn(id: "name", title: "Name") { TableCell($0.name) },
        TableColumn(id: "length", title: "Length", width: .fixed(6), alignment: .trailing) {
          TableCell("\($0.name.count)")
        },
      ]))
    tree.placeholder = Label("No files")
    #expect(stage.text == "  Name          Length\nNo files")

    tree.items = items()
    #expect(stage.rows[1] == "▸ ▶ src              3")
  }

  @Test(arguments: [(1, 1), (3, 2), (6, 3)])
  func `a tree of a few cells still works`(width: Int, height: Int) {
    let stage = TestScreen(width, height, theme: .mono)
    let tree = tree(stage, items())

    stage.press(.right, "j", .right, "j")
    stage.click(0, 0)
    stage.press("G")

    #expect(tree.selectedID == "README")
    #expect(stage.window.grid.style(at: Point(x: 0, y: height - 1)).attributes == .reverse || width == 1)
  }
}
