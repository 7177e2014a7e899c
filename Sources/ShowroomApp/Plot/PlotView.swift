import ReactorCore
import ReactorTerminal
import ShowroomCatalog
import ShowroomFormatting
import ShowroomText

/// The scatter plot of the listed cars, with details of the selected car below.
package final class PlotView: ReactorView<PlotReactor> {
  /// The commands of the screen.
  nonisolated static let commands = Commands<PlotView>("Plot") {
    Command(chooseX, "x", title: "Horizontal axis", help: "Chooses the field of the horizontal axis.") {
      await $0.view.choose("Horizontal axis", $0.state.fields.x).map { .setX($0) }
    }
    Command(chooseY, "y", title: "Vertical axis", help: "Chooses the field of the vertical axis.") {
      await $0.view.choose("Vertical axis", $0.state.fields.y).map { .setY($0) }
    }
    Command("plot.swapAxes", "s", title: "Swap axes", help: "Swaps the two axes.") { _ in .swapAxes }
  }

  // The commands that messages refer to.
  private nonisolated static let chooseX: CommandID = "plot.x"
  private nonisolated static let chooseY: CommandID = "plot.y"

  let plot = ScatterPlot()
  private let placeholder = EmptyState()
  /// The cars whose dots are shown.
  private var cars: PlottedCars?

  /// The format of numbers.
  package var formatting: CarFormatting {
    didSet {
      guard formatting != oldValue, let reactor else { return }
      cars = nil
      show(reactor.currentState)
    }
  }

  /// Creates a screen without a reactor.
  package init(formatting: CarFormatting = CarFormatting()) {
    self.formatting = formatting
    super.init()
    title = "Plot"
    addSubview(plot)
    addSubview(placeholder)
  }

  package override var preferredFocus: View? { plot }

  package override func bind(reactor: PlotReactor) {
    Self.commands.install(in: self)
    send(plot.selectionChanged) { .select($0) }
    send(plot.opened) { .open($0) }
    plot.selectionChanged.bind(with: self) { view, _ in view.setNeedsDisplay(view.details) }
    reactor.state.bind(with: self) { $0.show($1) }
    // Enter opens the selected car, even if it is typed before the values have been read.
    show(\.isReading, in: plot, \.holdsInput)
  }

  private func choose(_ title: String, _ field: CarField) async -> CarField? {
    let choices = CarField.plotted.map {
      PickerView.Choice(id: $0.id, title: formatting.name(of: $0), detail: formatting.unit(of: $0) ?? "")
    }
    return await window?.choose(title, from: choices, selected: field.id).flatMap { CarField(named: $0) }
  }

  // MARK: State

  private func show(_ state: PlotReactor.State) {
    status = counted(state.listing.count, "car")
    if let cars = state.cars, cars != self.cars {
      self.cars = cars
      let fields = cars.fields
      plot.dots = zip(cars.x, cars.y).map {
        PlotDot(x: formatting.plotted($0, fields.x), y: formatting.plotted($1, fields.y))
      }
      plot.xAxis = axis(of: fields.x, cars)
      plot.yAxis = axis(of: fields.y, cars)
      placeholder.content = cars.shownCount == 0 ? noValues(of: fields) : nil
      placeholder.isHidden = placeholder.content == nil
    }
    plot.selectedIndex = state.selected.flatMap { cars?.listing.position(of: $0) }
    setNeedsDisplay(details)
  }

  private func axis(of field: CarField, _ cars: PlottedCars) -> PlotAxis {
    let title = formatting.axisTitle(of: field, fuels: cars.fuels, hasBlendedEconomy: cars.hasBlendedEconomy)
    return PlotAxis(title) { [formatting] in formatting.axisLabel($0, of: field) }
  }

  private func noValues(of fields: PlottedCars.Fields) -> EmptyState.Content {
    let names = [fields.x, fields.y].map { formatting.name(of: $0) }
    return EmptyState.Content(
      .noMatches, "Nothing to plot",
      "No listed car has values for both \"\(names[0])\" and \"\(names[1])\".",
      [(Self.chooseX, "Horizontal axis"), (Self.chooseY, "Vertical axis"), (NavigationStack.back, "Back")])
  }

  // MARK: The selected car

  /// The minimum width at which the numbers of cars take one line instead of two.
  private static let oneLineFrom = 64

  /// The area of the lines below the plot.
  private var details: Rect {
    let height = min(bounds.height, bounds.width < Self.oneLineFrom ? 3 : 2)
    return Rect(x: 1, y: bounds.height - height, width: bounds.width - 2, height: height)
  }

  package override func layoutSubviews() {
    plot.frame = Rect(x: 1, y: 0, width: bounds.width - 2, height: details.y)
    placeholder.frame = Rect(x: 0, y: 0, width: bounds.width, height: bounds.height)
  }

  package override func draw(in canvas: Canvas) {
    guard let cars, cars.shownCount > 0, details.height > 1 else { return }
    let separator = String.partSeparator(isASCII: formatting.isASCII)
    if let position = plot.selectedIndex {
      let row = cars.listing.row(at: position)
      let values = [cars.fields.x, cars.fields.y].map { separator + formatting.plottedText(of: $0, in: row) }.joined()
      // A long name is shortened, because the values are more important on this screen.
      let used = canvas.write(
        row.car.name, at: details.origin, style: canvas.theme[.text].bold,
        maxWidth: details.width - displayWidth(of: values), truncation: .ellipsis)
      canvas.write(values, at: details.origin.offset(by: Point(x: used, y: 0)), style: canvas.theme[.text])
    }
    let counts = [neighbors, missing(in: cars)].compactMap(\.self)
    let lines = details.height > 2 ? counts : [counts.joined(separator: separator)]
    for (line, text) in lines.enumerated() {
      canvas.write(
        text, at: details.origin.offset(by: Point(x: 0, y: line + 1)), style: canvas.theme[.secondary],
        maxWidth: details.width, truncation: .ellipsis)
    }
  }

  /// A label with the number of cars at the position of the selected one; `nil` if it is the only one.
  private var neighbors: String? {
    plot.placeInCell.map { place, count in
      count == 1 ? "1 car here" : "\(grouped(place)) of \(counted(count, "car")) here"
    }
  }

  private func missing(in cars: PlottedCars) -> String? {
    let count = cars.listing.count - cars.shownCount
    if count == 0 { return nil }
    return "\(grouped(count)) of \(counted(cars.listing.count, "car")) \(count == 1 ? "has" : "have") no value"
  }
}
