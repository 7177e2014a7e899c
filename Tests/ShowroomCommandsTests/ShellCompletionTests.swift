import ArgumentParser
import Foundation
import ShowroomCatalog
import Testing

@testable import showroom

@MainActor
struct ShellCompletionTests {
  private let shell: Shell
  private var data: String { shell.home.appendingPathComponent(".local/share/showroom").path }

  init() throws {
    shell = try Shell()
    // The scripts name their shell. The parser remembers the last one, so that other tests would choose it.
    setenv("SAP_SHELL", "fish", 1)
  }

  /// Returns the completions of the beginning of the first positional argument of a command.
  private func completions(_ command: String, _ beginning: String, option: [String]? = nil) async throws -> [String] {
    let words = ["showroom", command] + (option ?? ["--data-dir", data]) + [beginning]
    let answer = try await shell.run(
      ["---completion", command, "--", "positional@0", "\(words.count - 1)", "\(beginning.count)"] + words)
    #expect(answer.status == 0 && answer.errors.isEmpty)
    return answer.output.split(separator: "\n").map(String.init)
  }

  @Test func `a query is completed with values of the catalog and saved views`() async throws {
    _ = try await shell.run("list")
    try shell.store().save(SavedView(name: "kias", query: "kia"))

    #expect(try await completions("list", "make:k") == ["make:kia"])
    #expect(try await completions("list", "ev") == ["ev6"])
    #expect(try await completions("list", "class:") == [#"class:"executive car""#, #"class:"small suv""#])
    #expect(try await completions("list", "class:ex") == ["class:executive"], "a shell keeps what was typed")
    #expect(try await completions("list", "@k") == ["@kias"])
    #expect(try await completions("list", "no") == ["note:"])
    #expect(try await completions("list", "@k", option: ["--data-dir=\(data)"]) == ["@kias"])
    #expect(try await completions("list", "@k", option: ["--data-dir=\(data)/none"]) == [])
  }

  @Test func `cars are completed with the IDs of favorites`() async throws {
    _ = try await shell.run("list")
    try shell.store().setFavorite(true, id: 22)

    #expect(try await completions("show", "") == ["22\t2022 Kia EV6"])
    #expect(try await completions("upload", "3") == [])
  }

  @Test func `without a catalog the fields are completed, and no catalog is created`() async throws {
    #expect(try await completions("list", "ma") == ["make:", "marked:"])
    #expect(try await completions("show", "") == [])
    #expect(!FileManager.default.fileExists(atPath: data))
  }

  @Test func `text from the catalog is neither a command of the shell nor a description`() {
    typealias Candidate = ShellCompletion.Candidate

    #expect(Candidate("a$(b)'c d").line(for: .bash) == #"a\$\(b\)\'c\ d"#)
    #expect(Candidate("make:kia", description: "Kia").line(for: .zsh) == #"make\:kia:Kia"#)
    #expect(Candidate("22", description: "2022 Kia\u{1B}[2J EV6").line(for: .fish)?.contains("\u{1B}") == false)
    #expect(Candidate("a\u{1B}[2Jb").line(for: .fish) == nil)
  }

  @Test(arguments: [
    ("plain", "plain"), (#"class:\"compact\ c"#, #"class:"compact c"#), (#"'a b"#, "a b"), (#""a \"b"#, #"a "b"#),
    (#"a\"#, "a"),
  ])
  func `quotes and backslashes of the shell do not belong to a word`(_ typed: String, _ word: String) {
    #expect(ShellCompletion.unquoted(typed) == word)
  }

  @Test(arguments: ["bash", "zsh"])
  func `the scripts of the argument parser have the additions for words with colons`(_ name: String) async throws {
    let script = try await shell.run("--generate-completion-script", name).output
    #expect(script.contains(name == "bash" ? "-F _showroom_whole_words showroom" : "__showroom_complete_words"))
  }
}
