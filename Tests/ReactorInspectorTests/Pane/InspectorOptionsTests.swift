import ShowroomTestSupport
import Testing

@testable import ReactorInspector

@Suite("Inspector.Options")
struct InspectorOptionsTests {
  @Test func `the arguments open the pane and name the trace`() throws {
    #expect(try Inspector.Options(arguments: []) == Inspector.Options())
    #expect(
      try Inspector.Options(arguments: ["--trace", "a.json", "--inspect"])
        == Inspector.Options(isOpen: true, trace: "a.json"))
  }

  @Test func `the arguments of a program stay`() throws {
    var arguments = ["--tape", "a.tape", "--inspect", "--stay"]

    let options = try Inspector.Options(takingFrom: &arguments)

    #expect(options.isOpen && arguments == ["--tape", "a.tape", "--stay"])
  }

  @Test func `a trace replaces only a trace`() throws {
    let folder = try TemporaryFolder()
    for (name, text) in [
      ("package.json", "{\"name\": \"mine\"}\n"), ("notes.jsonl", "{\"note\": 1}\n"),
      ("a.redux.json", "{\"payload\": \"x\"}\n"),
      ("empty.json", ""), ("old.json", ChromeTrace.beginning), ("old.jsonl", "{\"epoch\": 1, \"time\": 0}\n"),
      ("old.redux.json", #"{"payload": "{\"actionsById\": {}}"}"#),
    ] {
      try folder.write(text, to: name)
    }

    for name in ["package.json", "notes.jsonl", "a.redux.json"] {
      let error = #expect(throws: InspectorError.self) {
        try Inspector.Options(arguments: ["--trace", folder[name]])
      }
      #expect(error == .exists(folder[name]))
    }
    for name in ["empty.json", "old.json", "old.jsonl", "old.redux.json", "new.json"] {
      try Inspector.Options(arguments: ["--trace", folder[name]]).check()
    }
    #expect(
      "\(InspectorError.exists("package.json"))"
        == "\"package.json\" already exists and is not a trace. Choose another path.")
  }

  @Test func `wrong arguments are reported in a message`() {
    #expect(throws: InspectorError.unknownArgument("--inspct")) { try Inspector.Options(arguments: ["--inspct"]) }
    #expect(throws: InspectorError.unknownFormat("a.txt")) { try Inspector.Options(arguments: ["--trace", "a.txt"]) }
    #expect(throws: InspectorError.cannotWrite(path: "/no/such/a.json", errno: 2)) {
      try Inspector.Options(arguments: ["--trace", "/no/such/a.json"])
    }
    #expect(throws: InspectorError.missingValue("--trace")) { try Inspector.Options(arguments: ["--trace"]) }
    #expect("\(InspectorError.missingValue("--trace"))" == "--trace must be followed by a file.")
    #expect(
      "\(InspectorError.unknownArgument("x"))"
        == "x is not an argument of this program, which accepts --inspect and --trace FILE.")
  }
}
