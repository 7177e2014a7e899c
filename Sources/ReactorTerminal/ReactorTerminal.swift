// A program imports this module, and gets the views, windows and terminal as well.
@_exported import ReactorTerminalCore
