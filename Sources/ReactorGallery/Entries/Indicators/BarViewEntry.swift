import ReactorTerminal

extension GalleryEntry {
  static let barView = GalleryEntry(
    .indicators, "BarView", "A bar that shows a fraction, with an optional marker.",
    states: [
      GalleryState("Values") {
        let stack = StackView(.vertical, spacing: 1)
        stack.add(BarView(fraction: 0.25, marker: 0.5))
        stack.add(BarView(fraction: 0.66, role: .good))
        stack.add(BarView(fraction: 0.9, marker: 0.7, role: .bad))
        return stack
      },
      GalleryState("Ends") {
        let stack = StackView(.vertical, spacing: 1)
        stack.add(BarView(fraction: 0))
        stack.add(BarView(fraction: 0.001))
        stack.add(BarView(fraction: 0.999))
        stack.add(BarView(fraction: 1))
        return stack
      },
    ])
}
