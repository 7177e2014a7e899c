import ReactorCore
import ReactorTerminal

extension GalleryEntry {
  static let titleBar = GalleryEntry(
    .containers, "TitleBar", "The titles of the screens on a stack, and the status of the top one.",
    states: [
      GalleryState("Titles") { TitleBarSample(["Cars", "기아 EV6"], status: "12/340") },
      GalleryState("Not all fit") {
        TitleBarSample(["Cars", "Kia EV6", "Compare", "A note about the long range version"], status: "1/2")
      },
      GalleryState("Background work") { TitleBarSample(["Cars"], status: "12/340", accessory: "^ 2 files 45%") },
    ])
}

/// A title bar with its texts. A click on a title removes the ones after it.
private final class TitleBarSample: View {
  private let bar = TitleBar()
  private let disposeBag = DisposeBag()

  init(_ titles: [String], status: String, accessory: String = "") {
    super.init()
    bar.titles = titles
    bar.status = status
    bar.accessory = accessory
    addSubview(bar)
    bar.titleClicked.bind { [weak bar] index in
      guard let bar else { return }
      bar.titles = Array(bar.titles.prefix(index + 1))
    }.disposed(by: disposeBag)
  }

  override func sizeThatFits(_ proposal: Size) -> Size { Size(width: proposal.width, height: min(1, proposal.height)) }

  override func layoutSubviews() { bar.frame = bounds }
}
