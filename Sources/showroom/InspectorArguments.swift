import ArgumentParser
import ReactorInspector

/// The options of the inspector, a debugger for the screen.
struct InspectorArguments: ParsableArguments {
  @Flag(help: "Open the inspector beside or below the screen. F12 opens and closes it at any time.") var inspect = false

  @Option(
    help: .init(
      "Write what the program did as a trace: .json for Perfetto, .redux.json or .jsonl.", valueName: "file.json"),
    completion: .file(extensions: ["json", "jsonl"]))
  var trace: String?

  var options: Inspector.Options { Inspector.Options(isOpen: inspect, trace: trace) }

  func validate() throws {
    do { try options.check() } catch { throw ValidationError("\(error)") }
  }
}
