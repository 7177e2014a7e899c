import Foundation
import ReactorFlow
import ReactorInspector
import ReactorTerminal

TerminalApplication.main { window in
  var arguments = Array(CommandLine.arguments.dropFirst())
  try Inspector.install(in: window, takingFrom: &arguments)
  let file =
    arguments.first.map { URL(filePath: $0) }
    ?? FileManager.default.homeDirectoryForCurrentUser.appending(path: ".todo.json")
  let flow = TodoFlow(list: try TodoList(file: file))
  let coordinator = FlowCoordinator()
  coordinator.coordinate(flow: flow, with: OneStepper(withSingleStep: .started))
  window.root.content = flow.root
  return coordinator
}
