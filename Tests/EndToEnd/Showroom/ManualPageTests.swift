import Foundation
import ShowroomTestSupport
import Testing

@Suite(.showroom)
struct ManualPageTests {
  private func page() throws -> PlainRun {
    try PlainRun(
      [
        Programs.manualPage, Programs.showroom,
        Checkout.resources.deletingLastPathComponent().path + "/docs/CommandLine.md",
      ],
      environment: ["SOURCE_DATE_EPOCH": "86400"])
  }

  @Test func `the manual page describes every command and option of the program`() throws {
    let help = try PlainRun([Programs.showroom, "--experimental-dump-help"]).output
    let run = try page()
    try #require(run.ending == .exit(0), "\(run.error)")

    #expect(run.output.hasPrefix(".TH SHOWROOM 1 1970-01-02 \"showroom "))
    let options = Set(help.matches(of: /"kind" *: *"long",\s*"name" *: *"([a-z-]+)"/).map { String($0.1) })
    #expect(options.count > 30)
    for option in options.subtracting(["favourites", "quit-at-end"]) {
      #expect(run.output.contains("\\fB" + "--\(option)".replacing("-", with: "\\-") + "\\fR"), "--\(option)")
    }
    let commands = [
      "browse", "open", "list", "facets", "show", "changes", "upload", "uploads", "refresh", "demo", "record", "doctor",
    ]
    for command in commands {
      #expect(help.contains("\"commandName\" : \"\(command)\"") && run.output.contains(".SS \"showroom \(command)\"\n"))
    }
    for section in ["EXIT STATUS", "ENVIRONMENT", "FILES", "EXAMPLES", "QUERIES"] {
      #expect(run.output.contains(".SH \"\(section)\"\n"))
    }
    #expect(!run.output.contains("favourites"), "hidden options are left out")
  }
}
