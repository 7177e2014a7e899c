import ReactorCore
import ReactorTerminal
import ShowroomTestSupport
import SystemPackage
import Testing

@testable import ShowroomFilePicker

/// The actions that keys, the mouse and pasted text send to a stubbed reactor.
@MainActor
@Suite("FilePicker: keys")
struct FilePickerKeysTests {
  let reactor = FilePickerReactor(start: "/home/ann", home: "/home/ann", reader: Disk().reader)
  let stub: Stub<FilePickerReactor>

  init() async {
    stub = reactor.stub()
    await stub.arrange([.folder("Pictures"), .file("a.txt"), .file("b.txt"), .unusable("tap", .pipe)])
  }

  private func screen(width: Int = 80) -> FilePickerScreen { FilePickerScreen(reactor, width: width, height: 16) }

  @Test func `the folder is read when the screen appears, and cursor keys send no action`() {
    let screen = screen()
    screen.terminal.press("j", .down, "G", "k", .up, "g", .pageDown, .control("u"))
    #expect(stub.actions == [.load])
  }

  @Test func `Enter opens, Space selects and moves to the next file, u uploads`() {
    let screen = screen()
    screen.terminal.press(.enter, .down, .space, .space, .space, "u")
    #expect(
      stub.actions.dropFirst() == [
        .open("/home/ann/Pictures"), .toggle("/home/ann/a.txt"), .toggle("/home/ann/b.txt"), .toggle("/home/ann/tap"),
        .pick("/home/ann/tap"),
      ])
  }

  @Test func `the keys that move the cursor while a bar is edited obey the keymap`() {
    let screen = screen()
    screen.window.keymap = Keymap([ListCommands.down.id: ["f8"], ListCommands.up.id: ["f9"]])
    screen.terminal.press("/")
    let first = screen.view.table.selectedID

    screen.terminal.press(.down)
    #expect(first != nil && screen.view.table.selectedID == first)
    screen.terminal.press("f8")
    let second = screen.view.table.selectedID
    #expect(second != first)
    screen.terminal.press(.up)
    #expect(screen.view.table.selectedID == second)
    screen.terminal.press("f9")
    #expect(screen.view.table.selectedID == first)
  }

  @Test func `h, the left arrow and Backspace open the parent folder and do not leave the screen`() {
    let screen = screen()
    screen.terminal.press("h", .left, .backspace)
    #expect(stub.actions.dropFirst() == [.openParent, .openParent, .openParent])
    #expect(screen.navigation.top === screen.view)
  }

  @Test func `h, the left arrow and Backspace do not leave the screen at the root`() async {
    stub.state = FilePickerReactor.State(start: "/", home: nil)
    await stub.arrange([.folder("home")])
    let screen = screen()
    screen.terminal.press("h", .left, .backspace, "~")
    #expect(screen.navigation.top === screen.view)
    #expect(stub.actions.dropFirst() == [.openParent, .openParent, .openParent])
  }

  @Test func `l and the right arrow open folders only`() {
    let screen = screen()
    screen.terminal.press("l", .down, .right)
    #expect(stub.actions.dropFirst() == [.open("/home/ann/Pictures")])
  }

  @Test func `a, A, dot, S, tilde, r, R and F5 send their actions`() {
    stub.state.selection.insert([.at("/home/ann/a.txt", FileEntry.file("a.txt"))])
    let screen = screen()
    screen.terminal.press("a", "A", ".", "S", "~", "r", "R", .f5)
    #expect(
      stub.actions.dropFirst() == [
        .selectAll, .selectNone, .toggleHidden, .reverseOrder, .openHome, .reload, .reload, .reload,
      ])
  }

  @Test func `f asks for the patterns of folders, which the title shows`() async {
    let screen = screen()
    screen.terminal.press("f")
    screen.terminal.type("*.jpg !raw")
    screen.terminal.press(.enter)
    await eventually { stub.actions.last == .setPatterns("*.jpg !raw") }
    stub.state.patterns = "*.jpg !raw"
    #expect(screen.text.contains("folders: *.jpg !raw"))

    screen.terminal.press("f", .control("u"), "*", .enter)
    await eventually { stub.actions.last == .setPatterns("*") }
  }

  @Test func `s lists the orders, a click on a heading sorts, a double click opens`() async {
    let screen = screen()
    screen.terminal.press("s")
    #expect(screen.text.contains("newest first"))
    screen.terminal.press(.down, .enter)
    await eventually { stub.actions.last == .sort(.size) }
    let size = screen.rows[2].range(of: "Size").map {
      screen.rows[2].distance(from: screen.rows[2].startIndex, to: $0.lowerBound)
    }
    screen.terminal.feed([.mouse(MouseEvent(.press, at: Point(x: size ?? 0, y: 2)))])
    screen.terminal.feed([.mouse(MouseEvent(.press, at: Point(x: 9, y: 4), clickCount: 2))])
    #expect(stub.actions.dropFirst() == [.sort(.size), .sort(.size), .open("/home/ann/a.txt")])
  }

  @Test func `while a filter is typed, letters edit it and arrow keys move the cursor`() {
    let screen = screen()
    screen.terminal.press("/")
    screen.terminal.type("hu.")
    screen.terminal.press(.backspace, .left, .down)
    #expect(
      stub.actions.dropFirst() == [.setFilter("h"), .setFilter("hu"), .setFilter("hu."), .setFilter("hu")])
    #expect(screen.view.table.selectedID == "/home/ann/a.txt")
    screen.terminal.press(.enter)
    #expect(screen.view.table.isFocused)
    #expect(screen.navigation.top === screen.view)
  }

  @Test func `Esc stops, clears the filter, clears the selection, then leaves`() async {
    stub.state.selection.insert([.at("/home/ann/a.txt", FileEntry.file("a.txt"))])
    stub.state.filter = "txt"
    stub.state.reading.begin()
    let screen = screen()
    screen.terminal.press(.escape)
    stub.state.reading.end(.complete)
    screen.terminal.press(.escape)
    stub.state.filter = ""
    screen.terminal.press(.escape)
    stub.state.selection = FileSelection()
    screen.terminal.press(.escape)
    #expect(stub.actions.dropFirst() == [.stop, .setFilter(""), .selectNone, .cancel])
    #expect(screen.navigation.top === screen.view)
  }

  @Test func `q leaves at once`() {
    let screen = screen()
    screen.terminal.press("q")
    #expect(stub.actions.dropFirst() == [.cancel])
  }

  @Test func `a path is typed, completed and used, and each edit is reported`() {
    let screen = screen()
    screen.terminal.press("p")
    screen.terminal.type("~q")
    screen.terminal.press(.tab, .backspace, .enter)
    #expect(
      stub.actions.dropFirst() == [
        .editPath, .editPath, .completePath("~q"), .editPath, .usePath("~"),
      ])
    #expect(screen.view.pathBar.field.isFocused)
    stub.output(.pathClosed)
    #expect(screen.view.table.isFocused)
    #expect(screen.view.pathBar.isHidden)
  }

  @Test(arguments: [Key("p"), "/"])
  func `while a path or a filter is typed, no hint shows a key that edits`(key: Key) {
    let screen = screen(width: 120)
    #expect(screen.text.contains("h Parent folder"))

    screen.terminal.press(key)

    #expect(!screen.text.contains("h Parent folder"))
    screen.terminal.press(.escape)
    #expect(screen.text.contains("h Parent folder"))
  }

  @Test func `pasted text is sent whole from the table and inserted in the path bar`() {
    let screen = screen()
    screen.terminal.feed([.paste(Paste("'/tmp/a b'\n/tmp/c"))])
    #expect(stub.actions.dropFirst() == [.paste("'/tmp/a b'\n/tmp/c")])
    screen.terminal.press("p")
    screen.terminal.feed([.paste(Paste("/tmp/c"))])
    #expect(screen.view.pathBar.field.text == "/tmp/c")
    #expect(stub.actions.last == .editPath)
  }

  @Test func `a click on the rows ends typing`() {
    let screen = screen()
    screen.terminal.press("p")
    screen.terminal.feed([.mouse(MouseEvent(.press, at: Point(x: 9, y: 4)))])
    #expect(screen.view.table.isFocused)
    #expect(!screen.text.contains("Path:"))
  }

  @Test func `pulling at the top reloads the folder`() {
    let screen = screen()
    for _ in 0..<RefreshControl.requiredPulls { screen.terminal.press(.up) }
    #expect(stub.actions.dropFirst() == [.reload])
  }

  // MARK: The cursor

  @Test func `the cursor stays on its file after a reload and starts at the top of another folder`() async {
    let screen = screen()
    screen.terminal.press(.down, .down)
    #expect(screen.view.table.selectedID == "/home/ann/b.txt")
    let visit = stub.state.reading.visit
    stub.state.reading.begin()
    stub.state.reading.take([.file("0"), .file("a.txt"), .file("b.txt")])
    stub.state.reading.end(.complete)
    if let listing = await stub.state.arrangement?.run() { stub.state.listing = listing }
    #expect(stub.state.listing.visit == visit)
    #expect(screen.view.table.selectedID == "/home/ann/b.txt")
    await stub.arrange([.file("x"), .file("y"), .file("z")])
    #expect(screen.view.table.selectedIndex == 0)
  }

  @Test func `in the parent folder the cursor moves to the folder just left once it has been read`() async {
    let screen = screen()
    stub.state.reading = FolderReading("/home", visit: 7, cursor: FileName("bob"))
    for entries in [[FileEntry.folder("zoe")], [.folder("bob"), .folder("ann")]] {
      stub.state.reading.take(entries)
      if let listing = await stub.state.arrangement?.run() { stub.state.listing = listing }
    }
    #expect(screen.view.table.selectedID == "/home/bob")
  }

  @Test func `while a folder streams in, the cursor stays at the top until it is moved`() async {
    let screen = screen()
    stub.state.reading = FolderReading("/srv", visit: 7)
    for name in ["m", "f", "a"] {
      stub.state.reading.take([.file(name)])
      if let listing = await stub.state.arrangement?.run() { stub.state.listing = listing }
      #expect(screen.view.table.selectedIndex == 0)
    }
    screen.terminal.press(.down)
    #expect(screen.view.table.selectedID == "/srv/f")
    stub.state.reading.take([.file("b")])
    if let listing = await stub.state.arrangement?.run() { stub.state.listing = listing }
    #expect(screen.view.table.selectedID == "/srv/f")
  }
}
