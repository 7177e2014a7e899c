import ReactorFlow
import ReactorInspector
import ReactorTerminal

TerminalApplication.main { window in
  try Inspector.install(in: window, arguments: CommandLine.arguments.dropFirst())
  return start(in: window)
}

/// Starts the program in a window. It ends when the coordinator is released.
@MainActor
func start(in window: Window) -> FlowCoordinator {
  let coordinator = FlowCoordinator()
  let flow = AppFlow(root: window.root, library: Library(clock: window.clock))
  coordinator.coordinate(flow: flow, with: OneStepper(withSingleStep: .signInRequired))
  return coordinator
}
