import ReactorTerminalCore

/// The reference of commands and keys, `docs/Keys.md`.
package struct KeyReference {
  private let bindings: [KeyBinding]

  /// Creates a reference of commands with their default keys.
  package init(_ bindings: [KeyBinding]) { self.bindings = bindings }

  /// The reference as a Markdown document: a table for each section, in the order in which the sections first appear.
  package var markdown: String {
    var sections: [String] = []
    var rows: [String: [String]] = [:]
    for binding in bindings {
      let section = binding.section ?? "General"
      if rows[section] == nil { sections.append(section) }
      rows[section, default: []].append(row(binding))
    }
    return Self.introduction
      + sections.map { section in
        let table = ["| Keys | Action | What it does | Command |", "|---|---|---|---|"] + (rows[section] ?? [])
        return "\n## \(section)\n\n" + table.joined(separator: "\n") + "\n"
      }.joined()
  }

  private func row(_ binding: KeyBinding) -> String {
    let keys = binding.keys.map { "`\($0.configurationName)`" }.joined(separator: ", ")
    return "| \(keys) | \(binding.title) | \(binding.help) | `\(binding.id)` |"
  }

  private static let introduction = """
    # Keys

    The commands of every screen and dialog with their default keys. Press `?` in Showroom for the keys that are
    currently available, and `:` for the command palette, which also runs commands that have no key.

    The configuration file assigns other keys under `[keys]`, by the name of the command:

    ```toml
    [keys]
    "cars.refresh" = ["r", "f5"]
    "cars.compare" = []  # no key
    ```

    A key that you assign overrides a default one. At launch, Showroom reports which commands lose a default key in this
    way, and which of them have no key left; `showroom doctor` reports the same.

    `make docs-keys` generates this page from the program.

    """
}
