import ReactorTerminal

extension GalleryEntry {
  static let spinner = GalleryEntry(
    .indicators, "Spinner", "An animated indicator that work is in progress.",
    states: [
      GalleryState("Spinning") {
        let spinner = Spinner("Loading 자동차")
        spinner.isAnimating = true
        return spinner
      },
      GalleryState("Without text") {
        let spinner = Spinner(delay: .zero)
        spinner.isAnimating = true
        return spinner
      },
      GalleryState("Idle") { Spinner("Not shown") },
    ])
}
