import Foundation
import Testing

@testable import ReactorTerminalCore

@MainActor
@Suite struct TerminalFeaturesTests {
  private let terminal = HeadlessTerminal()

  private func features(_ environment: [String: String] = [:]) -> TerminalFeatures {
    let environment = ["TERM": "xterm-256color"].merging(environment) { $1 }
    return TerminalFeatures(device: terminal, profile: TerminalProfile(environment: environment))
  }

  /// Returns the bytes sent since the last call, up to a thousand, because a test that fails shows them.
  private func sent() -> String {
    defer { terminal.clearBytes() }
    return String(decoding: terminal.bytes.prefix(1_000), as: UTF8.self)
  }

  @Test func `a console receives nothing`() {
    let features = features(["TERM": "linux"])

    features.identify()
    for request: TerminalRequest in [
      .appearance, .title("a"), .progress(.value(0.5)), .notification(title: "a", body: "b"),
    ] { features.perform(request) }
    features.copy("a") { _ in }

    #expect(sent() == "")
  }

  @Test func `the title is shown without control characters, up to a limit`() {
    let features = features()

    features.perform(.title("Kia EV6 한글"))
    #expect(sent() == "\u{1B}]2;Kia EV6 한글\u{1B}\\")

    features.perform(.title("a\u{1B}]52;c;eA==\u{7}b\u{9C}c\u{202E}d\n\u{1B}\\"))
    let hostile = sent()
    #expect(hostile == "\u{1B}]2;a␛]52;c;eA==␇b�c�d↵␛\\\u{1B}\\")

    features.perform(.title(String(repeating: "한", count: 1_000_000)))
    #expect(sent() == "\u{1B}]2;\(String(repeating: "한", count: 59))…\u{1B}\\")
  }

  @Test(arguments: [
    (TaskProgress.value(0.4), "1;40"), (.value(0), "1;0"), (.value(1), "1;100"), (.value(7), "1;100"),
    (.value(-1), "1;0"), (.value(.nan), "1;0"), (.value(.infinity), "1;100"), (.value(0.999), "1;99"),
    (.indeterminate, "3;0"), (.error, "2;100"), (.none, "0;0"),
  ])
  func `the progress is shown in whole percent`(progress: TaskProgress, parameters: String) {
    features(["WT_SESSION": "1"]).perform(.progress(progress))

    #expect(sent() == "\u{1B}]9;4;\(parameters)\u{1B}\\")
  }

  @Test func `no progress is shown on a terminal that could take it for a notification`() {
    features().perform(.progress(.value(0.4)))
    features(["TERM": "foot"]).perform(.progress(.value(0.4)))

    #expect(sent() == "")
  }

  @Test func `the progress appears once the terminal has answered with its version`() {
    let features = features()
    var profiles: [TerminalProfile] = []
    features.profileChanged = { profiles.append($0) }
    features.identify()
    features.perform(.progress(.value(0.4)))
    #expect(sent() == "\u{1B}[>q")

    features.receive(.version("ghostty 1.2.0"))

    #expect(sent() == "\u{1B}]9;4;1;40\u{1B}\\")
    #expect(profiles.map(\.showsProgress) == [true])
  }

  @Test func `a terminal that the environment identifies is not queried, and an unsolicited version is ignored`() {
    let features = features(["KITTY_WINDOW_ID": "1"])

    features.identify()
    features.receive(.version("ghostty 1.2.0"))

    #expect(sent() == "")
    #expect(features.profile.notification == .kitty)
  }

  @Test(arguments: [
    (["TERM_PROGRAM": "iTerm.app"], "\u{1B}]9;Uploaded 3, 4: a, b\u{1B}\\"),
    (["TERM": "foot"], "\u{1B}]777;notify;Uploaded 3, 4;a, b\u{1B}\\"),
    (["KITTY_WINDOW_ID": "1"], "\u{1B}]99;i=1:d=0;Uploaded 3, 4\u{1B}\\\u{1B}]99;i=1:d=1:p=body;a, b\u{1B}\\"),
    (["TMUX": "x"], "\u{7}"), ([:], "\u{7}"),
  ])
  func `a notification has the form of the terminal`(environment: [String: String], bytes: String) {
    features(environment).perform(.notification(title: "Uploaded 3; 4", body: "a; b"))

    #expect(sent() == bytes)
  }

  @Test func `a notification contains no control characters and has a limit`() {
    let features = features(["TERM": "foot"])

    features.perform(.notification(title: "a\u{1B}\\\u{7}", body: String(repeating: "x", count: 1_000_000)))

    #expect(sent() == "\u{1B}]777;notify;a␛\\␇;\(String(repeating: "x", count: 239))…\u{1B}\\")
  }

  @Test func `text is copied with OSC 52`() {
    features().copy("Kia 기아\n") { _ in }

    #expect(sent() == "\u{1B}]52;c;\(Data("Kia 기아\n".utf8).base64EncodedString())\u{1B}\\")
  }

  @Test func `inside tmux, text is copied by tmux and through it`() {
    features(["TMUX": "x"]).copy("a") { _ in }

    #expect(sent() == "\u{1B}]52;c;YQ==\u{1B}\\\u{1B}Ptmux;\u{1B}\u{1B}]52;c;YQ==\u{7}\u{1B}\\")
  }

  @Test(arguments: 0..<10)
  func `Base64 agrees with Foundation`(count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 89 + 250) }

    #expect(String(decoding: base64(bytes), as: UTF8.self) == Data(bytes).base64EncodedString())
  }

  @Test func `the background decides, and a new color scheme asks for it again`() {
    let features = features()
    var found: [Appearance] = []
    features.appearanceFound = { found.append($0) }

    features.perform(.appearance)
    #expect(sent() == "\u{1B}]11;?\u{1B}\\")
    features.receive(.background(red: 0xFD, green: 0xF6, blue: 0xE3))
    features.receive(.colorScheme(.dark))
    #expect(sent() == "\u{1B}]11;?\u{1B}\\")
    features.receive(.background(red: 0, green: 0x2B, blue: 0x36))

    #expect(found == [.light, .dark])
  }

  @Test func `without an answer the color scheme decides`() {
    let features = features()
    var found: [Appearance] = []
    features.appearanceFound = { found.append($0) }

    features.perform(.appearance)
    features.receive(.colorScheme(.light))

    #expect(found == [.light])
  }

  @Test func `a terminal that sends reports without end is queried once`() {
    let features = features()

    for _ in 0..<1_000 { features.receive(.colorScheme(.light)) }

    #expect(sent() == "\u{1B}]11;?\u{1B}\\")
  }

  @Test(arguments: [
    ((0, 0, 0), Appearance.dark), ((255, 255, 255), .light), ((0, 43, 54), .dark), ((253, 246, 227), .light),
    ((0x28, 0x2C, 0x34), .dark), ((0, 0, 255), .dark), ((255, 255, 0), .light), ((0x80, 0x80, 0x80), .light),
    ((0x60, 0x60, 0x60), .dark),
  ])
  func `a background is light if black is more readable on it than white`(
    color: (UInt8, UInt8, UInt8), appearance: Appearance
  ) {
    #expect(Appearance(background: (color.0, color.1, color.2)) == appearance)
  }
}
