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
  /// Whether uploads are in progress. If not, names have the space of the rates, the times left, and the bars.
  var isRunning = true
  /// The folder abbreviated as `~`.
  var home: FilePath?

  /// The width of a progress bar in cells.
  private static let barWidth = 8

  /// The columns, from left to right. In a narrow window, the confirmed percentage is hidden first, because the bar
  /// also shows it, and then the bar, the rate, the time and the size. The name, the state, the sent percentage, the
  /// car and the destination are more important.
  @MainActor var columns: [TableColumn<Upload>] {
    var columns = [
      TableColumn<Upload>(
        id: "name", title: "File", width: .flexible(min: 12, ideal: isRunning ? 18 : 32, weight: 3), priority: 100,
        truncation: .middle
      ) { TableCell($0.name) }
    ]
    if let carNames {
      columns.append(
        TableColumn(id: "car", title: "Car", width: .flexible(min: 11, ideal: 16, weight: 2), priority: 80) {
          TableCell(carNames[$0.car] ?? "Car \($0.car)")
        })
    }
    if showsDestination {
      let names = shortNames
      columns.append(
        TableColumn(
          id: "destination", title: "Destination", width: .flexible(min: 12, ideal: 16, weight: 2), priority: 75,
          truncation: .middle
        ) { TableCell(names[$0.destination] ?? Self.line(of: $0.destination), role: .secondary) })
    }
    return columns + progressColumns.filter { isRunning || $0.id != Self.rate && $0.id != Self.left }
  }

  private static let rate = "rate"
  private static let left = "left"

  @MainActor private var progressColumns: [TableColumn<Upload>] {
    let requires: TableColumnRequirement = isRunning ? .minimums : .ideals
    return [
      TableColumn(id: "size", title: "Size", width: .fixed(12), alignment: .trailing, priority: 60) {
        TableCell(size(of: $0))
      },
      TableColumn(id: "bar", title: "", width: .fixed(Self.barWidth), priority: 30, requires: requires) {
        TableCell($0.hasProgress ? $0.progress.bar(width: Self.barWidth, isASCII: isASCII) : "", role: .barFilled)
      },
      TableColumn(id: "percent", title: "Sent", width: .fixed(4), alignment: .trailing, priority: 90) {
        TableCell($0.hasProgress ? "\($0.progress.percent)%" : "")
      },
      TableColumn(
        id: "confirmed", title: "Confirmed", width: .fixed(9), alignment: .trailing, priority: 20, requires: requires
      ) {
        TableCell($0.hasProgress ? "\($0.progress.confirmedPercent)%" : "")
      },
      TableColumn(id: Self.rate, title: "Rate", width: .fixed(9), alignment: .trailing, priority: 40) {
        TableCell($0.progress.isStalled ? "stalled" : $0.progress.rate.map(ByteFormatting.rate) ?? "")
      },
      TableColumn(id: Self.left, title: "Left", width: .fixed(6), alignment: .trailing, priority: 50) {
        TableCell($0.progress.timeLeft.map(ByteFormatting.time) ?? "")
      },
      TableColumn(id: "state", title: "State", width: .flexible(min: 12, ideal: 12, weight: 1), priority: 95) {
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
  private func size(of upload: Upload) -> String {
    upload.sent > 0 && upload.sent < upload.size
      ? ByteFormatting.part(upload.sent, of: upload.size) : ByteFormatting.size(upload.size)
  }
}
