import ReactorTerminal
import ReactorTesting
import ShowroomText
import Testing

@testable import ShowroomFilePicker

/// The picker on a headless terminal with a virtual clock, pushed on top of a car screen.
@MainActor
final class FilePickerScreen {
  let terminal: HeadlessTerminal
  let window: Window
  let view: FilePickerView
  let navigation = NavigationStack()
  let clock = VirtualClock()

  init(
    _ reactor: FilePickerReactor, width: Int = 80, height: Int = 24, theme: Theme = .dark, isASCII: Bool = false
  ) {
    terminal = HeadlessTerminal(
      size: Size(width: width, height: height), capabilities: Capabilities(isASCII: isASCII))
    window = Window(size: terminal.size, surface: terminal, theme: theme, clock: clock)
    window.root.content = navigation
    window.installStandardCommands {}
    terminal.attach(handle: { [window] in window.handle($0) }, afterBatch: { [window] in window.render() })
    FrameCheck.watch(window)
    view = FilePickerView(timestamps: TimestampFormatting(isLocal: false))
    view.reactor = reactor
    let car = Screen()
    car.title = "Kia K5"
    navigation.push(car)
    navigation.push(view)
    window.render()
  }

  /// The rows of the screen after rendering.
  var rows: [String] {
    window.render()
    return terminal.rows
  }

  /// The text of the screen after rendering.
  var text: String { rows.joined(separator: "\n") }

  /// Expects the whole screen to equal `text` and, if given, `styles`.
  func shows(_ text: String, styles: String? = nil, sourceLocation: SourceLocation = #_sourceLocation) {
    window.render()
    expectScreen(terminal, equals: text, styles: styles, theme: window.theme, sourceLocation: sourceLocation)
  }
}
