import ReactorTerminal

extension GalleryEntry {
  static let progressBar = GalleryEntry(
    .indicators, "ProgressBar", "A bar with a percentage and text.",
    states: [
      GalleryState("Values") {
        let stack = StackView(.vertical, spacing: 1)
        stack.add(ProgressBar(value: 0, text: "0 of 96 MB"))
        stack.add(ProgressBar(value: 0.42, text: "40 of 96 MB, 3 s left"))
        stack.add(ProgressBar(value: 0.999, text: "95.9 of 96 MB"))
        stack.add(ProgressBar(value: 1, text: "완료"))
        return stack
      },
      GalleryState("Under way") {
        let stack = StackView(.vertical, spacing: 1)
        for (confirmed, sent) in [(0, 0.3), (0.07, 0.52), (0.8, 1)] {
          let bar = ProgressBar(
            value: confirmed, text: "\(Int(sent * 100)) % sent, \(Int(confirmed * 100)) % confirmed")
          bar.pendingValue = sent
          bar.showsPercentage = false
          stack.add(bar)
        }
        return stack
      },
      GalleryState("Unknown value") { ProgressBar(text: "Waiting for the server") },
      GalleryState("Long text") {
        ProgressBar(value: 0.5, text: "48 of 96 MB, about 3 minutes left at 270 kB per second, second attempt")
      },
    ])
}
