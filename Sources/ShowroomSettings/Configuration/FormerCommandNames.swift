/// The former names of commands, which configuration files and tapes may still contain.
package enum FormerCommandNames {
  /// The current names by the former ones.
  package static let replacements: [String: String] = [
    "authorisation.submit": "authorization.submit",
    "car.follow": "car.favorite",
    "cars.favouritesOnly": "cars.favoritesOnly",
    "cars.follow": "cars.favorite",
    "cars.unwind": "cars.clear",
    "files.unwind": "files.clear",
    "prompt.take": "prompt.confirm",
    "source.take": "source.import",
    "uploads.earlier": "uploads.moveUp",
    "uploads.later": "uploads.moveDown",
  ]

  /// Returns the current name of a command.
  package static func current(_ name: String) -> String { replacements[name] ?? name }
}
