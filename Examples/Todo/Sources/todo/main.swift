import Foundation
import ReactorFlow
import ReactorTerminal

let coordinator = FlowCoordinator()
let file =
  CommandLine.arguments.dropFirst().first.map { URL(fileURLWithPath: $0) }
  ?? FileManager.default.homeDirectoryForCurrentUser.appending(path: ".todo.json")
do {
  let flow = TodoFlow(list: try TodoList(file: file))
  coordinator.coordinate(flow: flow, with: OneStepper(withSingleStep: .started))
  TerminalApplication.main(flow.root)
} catch {
  FileHandle.standardError.write(Data("\(file.path) cannot be read: \(error.localizedDescription)\n".utf8))
  exit(1)
}
