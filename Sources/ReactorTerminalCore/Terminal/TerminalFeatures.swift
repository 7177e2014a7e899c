import ReactorCore

/// The features of a terminal besides its screen: the window's title and progress, notifications, the clipboard, and
/// the background color.
///
/// Nothing here waits for the terminal. A query is sent after a frame, and its answer, if there is one, changes the
/// screen when it arrives.
@MainActor
final class TerminalFeatures: TerminalHost {
  /// A function that receives the appearance of the background.
  var appearanceFound: ((Appearance) -> Void)?
  /// A function that receives the profile after the terminal has answered with its version.
  var profileChanged: ((TerminalProfile) -> Void)?
  private let device: any TerminalDevice
  private let clipboardProgram: ClipboardProgram?
  private(set) var profile: TerminalProfile
  /// The queries without an answer, and the time at which the last of them was sent.
  private var unanswered: Set<Query> = []
  private var lastQuery: ContinuousClock.Instant?
  /// Whether the terminal has answered with its background color, which is the better source.
  private var knowsBackground = false
  private var progress = TaskProgress.none

  private enum Query { case background, version }

  /// The time within which an answer is expected. Another query is not sent earlier.
  private static let answerDelay: Duration = .seconds(1)
  /// The maximum number of columns in a title and in the text of a notification.
  private static let titleWidth = 120
  private static let bodyWidth = 240

  /// Creates the features of the terminal of `device`.
  init(device: any TerminalDevice, profile: TerminalProfile, clipboardProgram: ClipboardProgram? = nil) {
    self.device = device
    self.profile = profile
    self.clipboardProgram = clipboardProgram
  }

  // MARK: Requests

  func perform(_ request: TerminalRequest) {
    if case .mouse(let isEnabled) = request { return device.setMouse(isEnabled) }
    guard profile.isExtensible else { return }
    switch request {
    case .mouse: break
    case .appearance: ask(.background)
    case .title(let title): send("\u{1B}]2;\(truncated(title, to: Self.titleWidth))\u{1B}\\")
    case .progress(let progress):
      self.progress = progress
      showProgress()
    case .notification(let title, let body): notify(title: title, body: body)
    }
  }

  /// Requests the terminal's name and version, unless the environment identifies it.
  func identify() {
    if profile.isExtensible, !profile.isIdentified { ask(.version) }
  }

  private func showProgress() {
    guard profile.showsProgress else { return }
    let state =
      switch progress {
      case .none: "0;0"
      case .value: "1;\(progress.percent)"
      case .error: "2;100"
      case .indeterminate: "3;0"
      }
    send("\u{1B}]9;4;\(state)\u{1B}\\")
  }

  private func notify(title: String, body: String) {
    // A semicolon separates the title from the body, and a number before a semicolon is another command.
    let title = truncated(title, to: Self.titleWidth).replacing(";", with: ",")
    let body = truncated(body, to: Self.bodyWidth).replacing(";", with: ",")
    switch profile.notification {
    case .bell: send("\u{7}")
    case .iTerm: send("\u{1B}]9;\(body.isEmpty ? title : "\(title): \(body)")\u{1B}\\")
    case .urxvt: send("\u{1B}]777;notify;\(title);\(body)\u{1B}\\")
    case .kitty:
      let rest = body.isEmpty ? "" : "\u{1B}]99;i=1:d=1:p=body;\(body)\u{1B}\\"
      send("\u{1B}]99;i=1:d=\(body.isEmpty ? 1 : 0);\(title)\u{1B}\\\(rest)")
    }
  }

  /// Passes text to the desktop's clipboard program, or to the terminal if there is no such program or it fails.
  func copy(_ text: String, ended: @escaping @MainActor (CopyOutcome) -> Void) {
    guard let clipboardProgram else { return ended(sendToClipboard(text)) }
    Task.immediate(executorPreference: EffectExecutor.current) { [weak self] in
      let isCopied = await clipboardProgram.copy(text)
      ended(isCopied ? .copied : self?.sendToClipboard(text) ?? .unavailable)
    }
  }

  /// Sends text to the terminal for its clipboard.
  private func sendToClipboard(_ text: String) -> CopyOutcome {
    guard profile.isExtensible else { return .unavailable }
    let encoded = String(decoding: base64(text.utf8), as: UTF8.self)
    send("\u{1B}]52;c;\(encoded)\u{1B}\\")
    // tmux accepts the plain sequence only if its option set-clipboard is on. It passes a wrapped sequence on if its
    // option allow-passthrough is on, as in all versions before 3.3.
    if profile.isTmux { send("\u{1B}Ptmux;\u{1B}\u{1B}]52;c;\(encoded)\u{7}\u{1B}\\") }
    return .sentToTerminal
  }

  private func ask(_ query: Query) {
    let now = ContinuousClock.now
    // A terminal that keeps reporting changes is not queried for each one.
    if unanswered.contains(query), let lastQuery, now < lastQuery + Self.answerDelay { return }
    unanswered.insert(query)
    lastQuery = now
    device.answerDeadline = now + Self.answerDelay
    switch query {
    case .background: send("\u{1B}]11;?\u{1B}\\")
    case .version: send("\u{1B}[>q")
    }
  }

  private func send(_ text: String) { device.send(Array(text.utf8)) }

  // MARK: Replies

  /// Handles a reply of the terminal, which may be late, unsolicited or incorrect.
  func receive(_ reply: TerminalReply) {
    switch reply {
    case .background(let red, let green, let blue):
      answered(.background)
      knowsBackground = true
      appearanceFound?(Appearance(background: (red, green, blue)))
    case .colorScheme(let appearance):
      // The color scheme is that of the desktop; the terminal's background may differ.
      if !knowsBackground { appearanceFound?(appearance) }
      ask(.background)
    case .version(let version):
      guard unanswered.contains(.version) else { return }
      answered(.version)
      guard profile.learn(version) else { return }
      profileChanged?(profile)
      if progress != .none { showProgress() }
    }
  }

  private func answered(_ query: Query) {
    unanswered.remove(query)
    if unanswered.isEmpty { device.answerDeadline = nil }
  }
}

/// Returns `bytes` in Base64, with padding.
///
/// Foundation's function would add to the start-up time and memory of every terminal program.
func base64(_ bytes: some Collection<UInt8>) -> [UInt8] {
  let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  var result: [UInt8] = []
  result.reserveCapacity((bytes.count + 2) / 3 * 4)
  var rest = bytes[...]
  while !rest.isEmpty {
    let group = rest.prefix(3)
    let padded = group.reduce(0) { $0 << 8 | UInt32($1) } << (8 * (3 - UInt32(group.count)))
    for place in 0..<4 {
      let digit = digits[Int(padded >> (18 - 6 * UInt32(place)) & 63)]
      result.append(place <= group.count ? digit : UInt8(ascii: "="))
    }
    rest = rest.dropFirst(3)
  }
  return result
}
