import Foundation
import ReactorFlow
import ReactorTerminal

let file =
  CommandLine.arguments.dropFirst().first.map { URL(filePath: $0) }
  ?? FileManager.default.homeDirectoryForCurrentUser.appending(path: ".todo.json")

TerminalApplication.main { window in
  let flow = TodoFlow(list: try TodoList(file: file))
  let coordinator = FlowCoordinator()
  coordinator.coordinate(flow: flow, with: OneStepper(withSingleStep: .started))
  window.root.content = flow.root
  return coordinator
}
