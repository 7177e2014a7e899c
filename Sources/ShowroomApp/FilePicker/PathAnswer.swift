/// What there is to say of a path that is being typed.
public struct PathAnswer: Sendable, Hashable {
  /// What to put in the place of what was typed; nil to leave it.
  public var text: String?
  /// Names that it can go on with, when there are several.
  public var suggestions: [String]
  /// What is the matter with it, in a sentence.
  public var problem: String?

  /// An answer.
  public init(text: String? = nil, suggestions: [String] = [], problem: String? = nil) {
    self.text = text
    self.suggestions = suggestions
    self.problem = problem
  }
}
