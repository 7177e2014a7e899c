import ReactorInspector
import ReactorTerminal

// The code of the landing page.

@MainActor
private func run(_ view: View) {
  TerminalApplication.main { window in
    var arguments = Array(CommandLine.arguments.dropFirst())
    try Inspector.install(in: window, takingFrom: &arguments)
    window.root.content = view
  }
}
