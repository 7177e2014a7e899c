import Foundation

// Prints the manual page of a program: manual-page PROGRAM GUIDE. The date is that of SOURCE_DATE_EPOCH, if it is set.

let arguments = CommandLine.arguments
guard arguments.count == 3 else {
  FileHandle.standardError.write(Data("Usage: manual-page PROGRAM GUIDE\n".utf8))
  exit(2)
}

do {
  let seconds = ProcessInfo.processInfo.environment["SOURCE_DATE_EPOCH"].flatMap(TimeInterval.init)
  let date = seconds.map(Date.init(timeIntervalSince1970:)) ?? Date()
  let page = ManualPage(
    help: try CommandHelp.of(arguments[1]), guide: Guide(try String(contentsOfFile: arguments[2], encoding: .utf8)),
    version: try CommandHelp.version(of: arguments[1]), date: String(date.ISO8601Format().prefix(10)))
  print(try page.text(), terminator: "")
} catch {
  FileHandle.standardError.write(Data("manual-page: \(error)\n".utf8))
  exit(1)
}
