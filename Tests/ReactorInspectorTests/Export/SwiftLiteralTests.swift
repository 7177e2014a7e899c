import Foundation
import ReactorCore
import ReactorTerminal
import Testing

@testable import ReactorInspector

/// A type of the module, for its name.
enum LiteralMode: CustomStringConvertible {
  case on, none
  case level(Int), named(first: String, Int?)

  var description: String { "described" }
}

private struct HiddenValue { var number = 1 }

struct LiteralBox<Value> { var value: Value }

struct LiteralFailure: Error {}

enum LiteralError: Error { case broken }

extension ExportTests {
  @MainActor
  struct SwiftLiteralTests {
    private func text(_ value: Any) throws -> String {
      var literal = SwiftLiteral()
      return try literal.text(of: value, path: "value")
    }

    @Test func `plain values are literals`() throws {
      let numbers: [Any] = [1, -2.5, true, Float.infinity, UInt8(3), Double.nan]
      #expect(try numbers.map(text) == ["1", "-2.5", "true", ".infinity", "3", ".nan"])
      #expect(try text("a\"\\(b)\n\u{1}é") == #""a\"\\(b)\n\u{1}é""#)
      #expect(try text(Character("x")) == "\"x\"")
    }

    @Test func `a duration has the largest unit that fits`() throws {
      #expect(try text(Duration.seconds(2)) == ".seconds(2)")
      #expect(try text(Duration.milliseconds(1_500)) == ".milliseconds(1500)")
      #expect(try text(Duration.nanoseconds(-7)) == ".nanoseconds(-7)")
      let shortest = Duration(secondsComponent: 0, attosecondsComponent: 1)
      #expect(try text(shortest) == "Duration(secondsComponent: 0, attosecondsComponent: 1)")
    }

    @Test func `collections and optionals are literals`() throws {
      #expect(try text([1, 2] as [Int?] + [nil]) == "[1, 2, nil]")
      #expect(try text(["b": 2, "a": 1]) == "[\"a\": 1, \"b\": 2]")
      #expect(try text([String: Int]()) == "[:]")
      #expect(try text(Set(["y", "x"])) == "[\"x\", \"y\"]")
      #expect(try text((1, name: "a")) == "(1, name: \"a\")")
      #expect(try text(String?.none as Any) == "nil")
    }

    @Test func `cases have their names and labels`() throws {
      #expect(try text(LiteralMode.on) == ".on")
      #expect(try text(LiteralMode.none) == "LiteralMode.none")
      #expect(try text(LiteralMode.level(3)) == ".level(3)")
      #expect(try text(LiteralMode.named(first: "a", nil)) == ".named(first: \"a\", nil)")
      #expect(try text(LiteralError.broken) == "LiteralError.broken")
    }

    @Test func `structs are written with their memberwise initializers`() throws {
      #expect(try text(LiteralBox(value: [LiteralMode.on])) == "LiteralBox<Array<LiteralMode>>(value: [.on])")
      #expect(try text(LiteralFailure()) == "LiteralFailure()")
      #expect(try text(LiteralBox(value: Secret("hunter2"))) == "LiteralBox<Secret<String>>(value: Secret(\"…\"))")
    }

    @Test func `the modules of types and of their arguments are noted`() throws {
      var literal = SwiftLiteral()
      let values: [Any] = [1, LiteralMode.on, [LiteralBox(value: Optional(Point(x: 1, y: 2)))]]
      _ = try literal.text(of: values, path: "value")

      #expect(literal.modules == ["Swift", "ReactorInspectorTests", "ReactorTerminalCore"])
    }

    @Test func `the error for a value without a literal names its type`() {
      struct Local { var a = 1 }
      let values: [(Any, String)] = [
        (LiteralBox(value: HiddenValue()), "HiddenValue"), (Secret(4), "Secret<Int>"),
        (URL(fileURLWithPath: "/"), "URL"), (Local(), "Local"),
      ]
      for (value, type) in values {
        do throws(SwiftLiteral.Failure) {
          var literal = SwiftLiteral()
          Issue.record("\(try literal.text(of: value, path: "value"))")
        } catch {
          #expect(error.type.hasSuffix(type) || error.type.contains(type), "\(error)")
        }
      }
    }
  }
}
