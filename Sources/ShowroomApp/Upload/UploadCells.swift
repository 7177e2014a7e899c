import ReactorTerminal
import ShowroomCatalog
import ShowroomFilePicker
import ShowroomFormatting
import ShowroomText
import ShowroomUploads
import SystemPackage

/// The cells of the upload queue.
struct UploadCells: Hashable {
  /// Whether the terminal is limited to ASCII.
  var isASCII: Bool
  /// The names of the cars; `nil` if all rows belong to one car.
  var carNames: [Car.ID: String]?
  /// Whether there is a column for the destination.
  var showsDestination = true
  /// The destinations of all rows. Their short names must differ.
  var destinations: Set<String> = []
  /// Whether uploads are in progress. If not, names take the space of the rates, the times left, and the bars.
  var isRunning = true
  /// The widths that the contents of the columns require.
  var widths = Widths([], isASCII: false)
  /// The folder abbreviated as `~`.
  var home: FilePath?

  /// The width of a progress bar in cells.
  private static let barWidth = 8
  /// The width of a size preceded by the number of bytes sent.
  private static let sizeWidth = 12

  /// The columns, from left to right. In a narrow window, the confirmed percentage is hidden first, because the bar
  /// also shows it, and then the bar, the rate, the time and the size. The name, the state, the sent percentage, the
  /// car and the destination are more important.
  @MainActor var columns: [TableColumn<Upload>] {
    var columns = [
      TableColumn<Upload>(
        id: "name", title: "File", width: .fitting(widths.name, min: 12, max: carNames == nil ? 40 : 32, weight: 1),
        priority: 100, truncation: .middle
      ) { TableCell($0.name) }
    ]
    if let carNames {
      let width = max(11, widest(carNames.values))
      columns.append(
        TableColumn(id: "car", title: "Car", width: .fitting(width, min: 11, max: 48), priority: 80) {
          TableCell(carNames[$0.car] ?? "Car \($0.car)")
        })
    }
    if showsDestination {
      let names = shortNames
      let width = max(12, widest(names.values))
      columns.append(
        TableColumn(
          id: "destination", title: "Destination", width: .fitting(width, min: 12, max: 48), priority: 75,
          truncation: .middle
        ) { TableCell(names[$0.destination] ?? Self.line(of: $0.destination), role: .secondary) })
    }
    return columns + progressColumns.filter { isRunning || $0.id != Self.rate && $0.id != Self.left }
  }

  private static let rate = "rate"
  private static let left = "left"

  @MainActor private var progressColumns: [TableColumn<Upload>] {
    [
      TableColumn(
        id: "size", title: "Size", width: .fixed(widths.size), alignment: .trailing, priority: 60,
        requires: isRunning || carNames == nil ? .minimums : .ideals
      ) {
        TableCell(Self.size(of: $0))
      },
      TableColumn(
        id: "bar", title: "", width: .fixed(Self.barWidth), priority: 30,
        requires: isRunning && carNames == nil ? .minimums : .ideals
      ) {
        TableCell($0.hasProgress ? $0.progress.bar(width: Self.barWidth, isASCII: isASCII) : "", role: .barFilled)
      },
      TableColumn(id: "percent", title: "Sent", width: .fixed(4), alignment: .trailing, priority: 90) {
        TableCell($0.hasProgress ? "\($0.progress.percent)%" : "")
      },
      TableColumn(
        id: "confirmed", title: "Confirmed", width: .fixed(9), alignment: .trailing, priority: 20, requires: .ideals
      ) {
        TableCell($0.hasProgress ? "\($0.progress.confirmedPercent)%" : "")
      },
      TableColumn(id: Self.rate, title: "Rate", width: .fixed(9), alignment: .trailing, priority: 40) {
        TableCell($0.progress.isStalled ? "stalled" : $0.progress.rate.map(ByteFormatting.rate) ?? "")
      },
      TableColumn(id: Self.left, title: "Left", width: .fixed(6), alignment: .trailing, priority: 50) {
        TableCell($0.progress.timeLeft.map(ByteFormatting.time) ?? "")
      },
      TableColumn(
        id: "state", title: "State", width: .flexible(min: widths.failure, ideal: widths.state, weight: 0), priority: 95
      ) {
        TableCell($0.stateText(isASCII: isASCII), role: $0.stateRole)
      },
    ]
  }

  /// The short names of the destinations. The details of the selected row show its full destination.
  private var shortNames: [String: String] {
    let parsed = destinations.compactMap { text in
      (try? Destination(parsing: text, home: "/", base: "/")).map { (text, $0) }
    }
    let names = Destination.shortNames(of: Set(parsed.map(\.1)))
    return Dictionary(
      parsed.map { text, destination in (text, names[destination].map { FilePath($0).text } ?? Self.line(of: text)) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Returns a path as one line, with the home folder abbreviated as `~`.
  func shortened(_ path: String) -> String {
    FilePath(path).text(home: home)
  }

  /// Returns a destination as one line. Only folder names can contain line breaks.
  static func line(of destination: String) -> String {
    destination.hasPrefix("/") ? FilePath(destination).text : destination
  }

  /// Returns the size of the file, preceded by the number of bytes sent while the upload is incomplete.
  private static func size(of upload: Upload) -> String {
    upload.sent > 0 && upload.sent < upload.size
      ? ByteFormatting.part(upload.sent, of: upload.size) : ByteFormatting.size(upload.size)
  }
}

extension UploadCells {
  /// The widths that the contents of the columns require. Progress does not change them while uploads are running.
  struct Widths: Hashable {
    /// The width of the file names.
    var name = Int.max
    /// The width of the sizes.
    var size = UploadCells.sizeWidth
    /// The width of the states of failed uploads, which are never truncated.
    var failure = 12
    /// The width of all states.
    var state = 12

    /// The number of uploads whose names and sizes are measured.
    private static let limit = 512

    /// Measures the contents of uploads. Without any, columns have their usual widths.
    init(_ uploads: [Upload], isASCII: Bool) {
      guard !uploads.isEmpty else { return }
      let sample = uploads.prefix(Self.limit)
      name = max(4, widest(sample.lazy.map(\.name)))
      if !uploads.contains(where: \.isUnderWay) { size = max(4, widest(sample.lazy.map { UploadCells.size(of: $0) })) }
      for upload in uploads {
        switch upload.state {
        case .failed, .discarding(.some):
          failure = max(failure, displayWidth(of: upload.stateText(isASCII: isASCII)))
        // A countdown keeps its width below ten seconds.
        case .retrying(let failure, let attempt, let seconds):
          var upload = upload
          upload.state = .retrying(failure, attempt: attempt, inSeconds: max(10, seconds))
          state = max(state, displayWidth(of: upload.stateText(isASCII: isASCII)))
        default: break
        }
      }
      state = max(state, failure)
    }
  }
}

extension TableColumnWidth {
  /// Returns the width of a column that is no wider than its contents, unless it receives remaining space.
  ///
  /// - Parameters:
  ///   - content: The width of the contents.
  ///   - minimum: The width in a narrow table, unless the contents are narrower.
  ///   - maximum: The maximum width that the contents may claim before other columns have the widths of theirs.
  static func fitting(_ content: Int, min minimum: Int, max maximum: Int, weight: Int = 0) -> Self {
    .flexible(min: min(minimum, content), ideal: min(maximum, content), weight: weight)
  }
}

/// Returns the width of the widest text; 0 for none.
func widest(_ texts: some Sequence<String>) -> Int {
  texts.reduce(0) { max($0, displayWidth(of: $1)) }
}
