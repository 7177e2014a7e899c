import Foundation
import ShowroomTestSupport
import Testing

/// A shell with completions.
enum CompletingShell: String, CaseIterable, CustomTestStringConvertible {
  case bash, zsh, fish

  var path: String { "/usr/bin/\(rawValue)" }
  var testDescription: String { rawValue }

  static let areInstalled = allCases.allSatisfy { Programs.exists($0.path) }

  /// The arguments that start it without the configuration of a user.
  var arguments: [String] {
    switch self {
    case .bash: [path, "--norc", "--noprofile", "-i"]
    case .zsh: [path, "-f", "-i"]
    case .fish: [path, "--no-config", "-i"]
    }
  }

  /// The name of the file in which the shell looks for the completions of the program.
  var scriptName: String { self == .zsh ? "_showroom" : "showroom.\(self)" }

  /// The line that makes it read the script in its home folder, and show a prompt.
  var preparation: String {
    switch self {
    case .bash: "PS1='ready$ '; source ~/showroom.bash; clear"
    case .zsh: "PS1='ready$ '; fpath=(~ $fpath); autoload -Uz compinit; compinit -u -D; clear"
    case .fish: "function fish_prompt; echo 'ready$ '; end; source ~/showroom.fish; clear"
    }
  }
}

/// Tests the completion scripts in the shells that they are for.
@Suite(.waits, .showroom)
struct ShellCompletionTests {
  /// The text that a user types before the Tab key, and the line that results. An underscore, typed after it, marks the
  /// cursor.
  static let lines = [
    ("showroom upl", "showroom upload_"),
    ("showroom li", "showroom list _"),
    ("showroom ca", "showroom cars.csv _"),
    ("showroom browse ca", "showroom browse cars.csv _"),
    ("showroom list --favo", "showroom list --favorites _"),
    ("showroom list --format j", "showroom list --format json _"),
    ("showroom list mak", "showroom list make:_"),
    ("showroom list make:tes", "showroom list make:testa _"),
    ("showroom list kia fuel:g", "showroom list kia fuel:gasoline _"),
    ("showroom facets tran", "showroom facets trans _"),
    ("showroom facets make yea", "showroom facets make year:_"),
    ("showroom list --sort year:d", "showroom list --sort year:desc _"),
    ("showroom list --columns make,mod", "showroom list --columns make,model _"),
    ("showroom --theme mo", "showroom --theme mono _"),
    ("showroom demo tou", "showroom demo tour _"),
    ("showroom demo new", "showroom demo new.tape _"),
    ("showroom demo ~/ne", "showroom demo ~/new.tape _"),
    ("showroom demo ~/it", #"showroom demo ~/it\ is:1.tape _"#),
  ]

  @Test(
    .enabled(if: CompletingShell.areInstalled, "skipped: bash, zsh or fish is not installed"),
    arguments: CompletingShell.allCases)
  func `Tab completes commands, options and values`(_ shell: CompletingShell) throws {
    let sandbox = try Sandbox()
    try sandbox.fill(cars: 3)
    let terminal = try start(shell, in: sandbox)

    for (typed, expected) in Self.lines {
      try terminal.type("\(typed)\t_")
      try terminal.wait(for: "\(typed) to become \(expected)") { $0.contains("ready$ \(expected)") }
      try terminal.type("\u{15}")
      try terminal.wait(for: "an empty line") { !$0.contains("showroom") }
    }
  }

  /// Starts a shell that has read the completion script of the program.
  private func start(_ shell: CompletingShell, in sandbox: Sandbox) throws -> PseudoTerminal {
    let script = try sandbox.run("--generate-completion-script", shell.rawValue)
    try #require(script.ending == .exit(0), "\(script.error)")
    try sandbox.folder.write(script.output, to: shell.scriptName)
    for name in ["new.tape", "it is:1.tape"] { try sandbox.folder.write("", to: name) }
    let environment = [
      "PATH": "\(Programs.folder):/usr/bin:/bin", "SHOWROOM_DATA_DIR": sandbox.data,
      "XDG_CONFIG_HOME": sandbox.folder.path,
    ]
    let terminal = try PseudoTerminal(
      shell.arguments, columns: 100, rows: 40, environment: sandbox.environment.merging(environment) { $1 },
      directory: sandbox.folder.path)
    terminal.surroundings = sandbox
    try terminal.type("\(shell.preparation)\r")
    try terminal.wait(for: "the prompt") { $0.line(0).hasPrefix("ready$") }
    return terminal
  }
}
