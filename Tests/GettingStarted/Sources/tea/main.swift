import ReactorTerminal

let view = TeaView()
view.reactor = TeaReactor()
TerminalApplication.main(view)
