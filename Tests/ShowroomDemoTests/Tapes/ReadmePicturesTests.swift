import Foundation
import FoundationXML
import ShowroomTestSupport
import Testing

@testable import TapePlayer

/// The pictures of the README, which `make screenshots` renders.
@Suite(.timeLimit(.minutes(20)), .serialized)
@MainActor
struct ReadmePicturesTests {
  nonisolated private static let animated = ["readme-dark.svg", "readme-light.svg"]

  private static func picture(_ name: String) throws -> String {
    try String(contentsOf: Checkout.screenshots.appendingPathComponent(name), encoding: .utf8)
  }

  @Test func `the pictures are those of their tapes`() async throws {
    let folder = try TemporaryFolder()
    for tape in ["pictures.tape", "readme-dark.tape", "readme-light.tape"] {
      var performance = try Checkout.performance(of: Checkout.screenshots.appendingPathComponent(tape))
      performance.options.folder = folder.path
      _ = try await performance.playHeadless()
    }

    let names = Checkout.names(in: folder.url, ending: ".svg")

    #expect(names == Checkout.names(in: Checkout.screenshots, ending: ".svg"))
    for name in names {
      let kept = try Self.picture(name)
      // A comparison of two pictures would be an unreadable message.
      let isFresh = folder.text(name)?.withoutTapeMark == kept.withoutTapeMark
      #expect(isFresh, "\(name) is stale: run make screenshots")
    }
  }

  @Test(arguments: animated)
  func `an animated picture is small, short, and well-formed`(name: String) async throws {
    let svg = try Self.picture(name)
    let match = try #require(svg.firstMatch(of: /animation:([0-9.]+)s step-end infinite/))
    let duration = try #require(Double(match.1))
    let path = Checkout.screenshots.appendingPathComponent(name).path
    let zipped = try await ChildProgram("/usr/bin/env", ["gzip", "-c", path], output: .kept).ended()

    #expect(svg.utf8.count <= 300_000)
    #expect(zipped.status == 0 && (1...40_000).contains(zipped.output.count))
    #expect((1...30).contains(svg.matches(of: /class="m"/).count))
    #expect((20...30).contains(duration))
    #expect(XMLParser(data: Data(svg.utf8)).parse())
  }

  @Test func `a program without animations shows a finished search with its preview and its facets`() throws {
    for name in Self.animated {
      let svg = try Self.picture(name)
      var texts: [String: String] = [:]
      for match in svg.matches(of: /<g id="(r[0-9]+)">(.*)<\/g>/) {
        texts[String(match.1)] = match.2.matches(of: />([^<]+)<\/text>/).map { String($0.1) }.joined(separator: " ")
      }

      let strips = svg.split(separator: "\n").filter { $0.contains("<use ") }
      let first = strips.compactMap { $0.firstMatch(of: /<use href="#(r[0-9]+)"\/>/).flatMap { texts[String($0.1)] } }

      #expect(first.first == "Cars 1/71 · filter: suv hybrid mpg&gt;30")
      #expect(first.dropFirst().first == "Make Model Year Fuel Economy Honda CR-V AWD 2023")
      #expect(first.filter { $0.contains(" 2023 ") }.count >= 10)
      #expect(first.contains { $0.contains("□ Hybrid 44") })
    }
  }

  @Test func `each theme has its picture in the README, with the same captions`() throws {
    let (dark, light) = (try Self.picture("readme-dark.svg"), try Self.picture("readme-light.svg"))
    let description = /<desc>([^<]*)<\/desc>/

    #expect(dark.contains("fill=\"#1b1d23\"") && light.contains("fill=\"#fdfdfb\""))
    #expect(try #require(dark.firstMatch(of: description)).1.split(separator: "\n").count == 8)
    #expect(dark.firstMatch(of: description)?.1 == light.firstMatch(of: description)?.1)
    let readme = try String(
      contentsOf: Checkout.screenshots.deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("README.md"), encoding: .utf8)
    #expect(
      readme.contains(
        ##"<source media="(prefers-color-scheme: dark)" srcset="Resources/screenshots/readme-dark.svg">"##))
    #expect(readme.contains(##"<img src="Resources/screenshots/readme-light.svg" "##))
  }
}
