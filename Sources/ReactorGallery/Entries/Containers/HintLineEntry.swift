import ReactorCore
import ReactorTerminal

extension GalleryEntry {
  static let hintLine = GalleryEntry(
    .containers, "HintLine", "The keys that work now, with the help at the right end.",
    states: [
      GalleryState("Commands", isFocused: true) { HintLineSample(["Open", "Refresh 새로고침"]) },
      GalleryState("Unavailable", isFocused: true) { HintLineSample(["Open", "Undo"], unavailable: ["Undo"]) },
      GalleryState("Not all fit", isFocused: true) {
        HintLineSample((1...20).map { "Command \($0)" })
      },
      GalleryState("Count for a list", isFocused: true) { HintLineSample([], typing: "12") },
    ])
}

/// A list with commands above a hint line.
private final class HintLineSample: View {
  private let list = ScrollText((1...40).map { [Span("Line \($0)")] })
  private let stack = StackView(.vertical)
  private let keys: String
  private var timer: (any Disposable)?

  init(_ titles: [String], unavailable: Set<String> = [], typing keys: String = "") {
    self.keys = keys
    super.init()
    stack.add(list, .share(minimum: 1))
    stack.add(HintLine())
    addSubview(stack)
    for (index, title) in titles.enumerated() {
      let key = Key(.function(20 + index))
      list.keys(key, id: CommandID("sample.hint\(index)"), title: title).isEnabled = !unavailable.contains(title)
    }
  }

  override var preferredFocus: View? { list }

  /// Types when the key that has shown the sample is handled.
  override func didAppear() {
    timer = window?.after(.zero) { [weak self] in
      guard let self else { return }
      window?.handle(keys.map { .key(Key(.character($0))) })
    }
  }

  override func sizeThatFits(_ proposal: Size) -> Size { Size(width: proposal.width, height: min(4, proposal.height)) }

  override func layoutSubviews() { stack.frame = bounds }
}
