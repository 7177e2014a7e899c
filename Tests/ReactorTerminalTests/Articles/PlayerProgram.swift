import ReactorCore
import ReactorTerminal

// The code of the article "Keys, focus and commands".

final class PlayerReactor: Reactor {
  enum Action {
    case playOrPause
    case select(Int)
  }

  struct State {
    var track = 1
    var isPlaying = false
  }

  let store = Store<PlayerReactor>(State())

  func reduce(into state: inout State, mutation: Action) {
    switch mutation {
    case .playOrPause: state.isPlaying.toggle()
    case .select(let track): state.track = max(1, track)
    }
  }
}

final class PlayerView: ReactorView<PlayerReactor> {
  nonisolated static let commands = Commands<PlayerView>("Player") {
    Command("player.playOrPause", .space, title: "Play") { _ in .playOrPause }
      .titled { $0.state.isPlaying ? "Pause" : "Play" }
    Command("player.next", "n", .right, title: "Next") { .select($0.state.track + 1) }
    Command("player.previous", "p", title: "Previous", isHidden: true) { .select($0.state.track - 1) }
      .disabled { $0.state.track == 1 ? "This is the first track." : nil }
  }

  private let track = Label(role: .title)

  override init() {
    super.init()
    title = "Player"
    addSubview(track)
  }

  override func bind(reactor: PlayerReactor) {
    Self.commands.install(in: self)
    reactor.state(\.track).map { "Track \($0)" }.bind(to: track, \.text)
  }

  override func handle(key: Key) -> Bool {
    guard let number = key.typedCharacter?.wholeNumberValue, number > 0 else { return false }
    reactor?.action.send(.select(number))
    return true
  }

  override func handle(mouse: MouseEvent) -> Bool {
    guard mouse.kind == .press, mouse.button == .left else { return false }
    reactor?.action.send(.playOrPause)
    return true
  }

  override func layoutSubviews() {
    track.frame = Rect(x: 1, y: 0, width: bounds.width - 2, height: 1)
  }
}

/// Assigns the keys of a configuration, and returns sentences about what is wrong with it.
@MainActor
func configure(_ window: Window, with configuration: [String: [String]]) -> [String] {
  do {
    let keymap = try Keymap(parsing: configuration)
    window.keymap = keymap
    let bindings = KeyBinding.builtIn + PlayerView.commands.bindings
    let names = Set(bindings.map(\.id.rawValue))
    let unknown = configuration.keys.filter { !names.contains($0) }.sorted()
    let conflicts = Keymap.conflicts(in: PlayerView.commands.bindings.map { keymap.applied(to: $0) })
    return unknown.map { "There is no command named \($0)." } + conflicts.map(\.description)
  } catch {
    return [error.description]
  }
}

/// Asks before the program ends.
@MainActor
func confirmQuitting(_ window: Window) {
  window.shouldQuit = { [weak window] in
    await window?.confirm("Stop the music?", "The queue is not saved.", confirm: "Quit") ?? true
  }
}

/// Lets the user edit a file with an editor, and returns whether it succeeded.
@MainActor
func edit(_ path: String, in window: Window, with run: (String, String) -> Bool) -> Bool {
  let isSaved = window.leavingScreen { run("vi", path) }
  return isSaved
}
