import ShowroomSettings

/// A confidential text, which is omitted from descriptions, dumps and differences.
package struct Secret: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  let text: String

  package init(_ text: String) { self.text = text }

  /// A placeholder that reveals neither the text nor its length.
  package var description: String { text.isEmpty ? "<empty>" : "<redacted>" }

  package var debugDescription: String { description }

  /// A mirror without children.
  package var customMirror: Mirror { Mirror(self, children: []) }
}
