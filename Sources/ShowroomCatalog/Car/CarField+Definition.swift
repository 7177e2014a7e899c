extension CarField {
  /// The properties of a field. This is a class, because drawing a cell reads the definition several times.
  package final class Definition: Sendable {
    package let name: String
    /// Other names of the field in lists of columns and in the search language.
    package let aliases: [String]
    /// The name in JSON and CSV.
    package let exportName: String
    /// The name on screens.
    package let title: Words
    /// The heading of a column. It may be shorter than the name, because it takes space from the values.
    package let heading: Words
    /// The label on a car's page, below the heading of a group.
    package let label: Words
    /// The stored text.
    let text: CarText?
    /// The stored number.
    let number: CarNumber?
    /// The unit in which numbers are displayed; `nil` for text and flags.
    package let unit: Unit?
    /// The direction in which values get better; `nil` for fields without such a direction.
    package let better: Direction?
    package let isInRow: Bool
    /// The filter in the search language; `nil` if there is none.
    package let filter: Filter?
    /// The order of a list by the field; `nil` if there is none.
    package let order: Order?

    fileprivate init(
      _ field: CarField, _ name: String, _ title: Words, heading: Words? = nil, label: Words? = nil,
      aliases: [String] = [], export: String? = nil, text: CarText? = nil, number: CarNumber? = nil, unit: Unit? = nil,
      better: Direction? = nil, isInRow: Bool = true, filter: Filter? = nil, order: Order? = nil
    ) {
      self.name = name
      self.aliases = aliases
      exportName = export ?? "\(field)"
      self.title = title
      self.heading = heading ?? title
      self.label = label ?? title
      self.text = text
      self.number = number
      self.unit = unit
      self.better = better
      self.isInRow = isInRow
      self.filter = filter
      self.order = order
    }
  }

  /// Text that may depend on the units.
  package struct Words: Sendable, ExpressibleByStringLiteral {
    package let us: String
    package let metric: String

    init(_ us: String, metric: String) { (self.us, self.metric) = (us, metric) }

    package init(stringLiteral text: String) { self.init(text, metric: text) }
  }

  /// The quantity of a number, which determines its conversion, its digits and its unit.
  package enum Unit: Sendable {
    /// A number without a unit, such as the model year.
    case plain
    /// Miles per gallon of the car's fuel.
    case economy
    /// Miles per gallon equivalent on electricity, and for both fuels of a plug-in hybrid.
    case electricEconomy, blendedEconomy
    /// kWh per 100 miles.
    case electricity
    /// A share from 0 to 1.
    case share
    case gramsPerMile, dollars, miles, hours, liters
    /// Cubic feet.
    case volume
    /// The EPA's scores from 1 to 10.
    case score
    /// US dollars compared with the average new car.
    case savings
  }

  package enum Direction: Sendable, Hashable {
    /// A larger value is better: fuel economy, range.
    case larger
    /// A smaller value is better: carbon dioxide, cost.
    case smaller
  }

  /// A filter on the field in the search language.
  package struct Filter: Sendable {
    /// The description in the help.
    package let meaning: String
    /// A value for examples.
    let example: String
    /// A range for examples.
    let range: String

    init(_ meaning: String, example: String, range: String = "30..50") {
      (self.meaning, self.example, self.range) = (meaning, example, range)
    }
  }

  /// An order of a list by the field.
  package struct Order: Sendable {
    /// Whether the natural order is ascending: small to large, or A to Z.
    let ascends: Bool
    /// Descriptions of the directions.
    package let ascending, descending: String

    init(_ ascending: String, _ descending: String, ascends: Bool = true) {
      (self.ascending, self.descending, self.ascends) = (ascending, descending, ascends)
    }

    static let text = Order("A to Z", "Z to A")
    static let number = Order("lowest first", "highest first")
    static let score = Order("lowest first", "highest first", ascends: false)
    static let flag = Order("no first", "yes first", ascends: false)
  }

  var defined: Definition {
    switch self {
    case .id: Definition(self, "id", "ID", unit: .plain)
    case .make:
      Definition(
        self, "make", "Make", aliases: ["brand"], filter: Filter("manufacturer", example: "kia"), order: .text)
    case .model:
      Definition(self, "model", "Model", aliases: ["name"], filter: Filter("model name", example: "k5"), order: .text)
    case .baseModel: Definition(self, "family", "Model family", isInRow: false)
    case .year:
      Definition(
        self, "year", "Year", unit: .plain, filter: Filter("model year", example: "2020", range: "2015..2020"),
        order: Order("oldest first", "newest first", ascends: false))
    case .vehicleClass:
      Definition(
        self, "class", "Class", aliases: ["type"], export: "class", text: .vehicleClass,
        filter: Filter("vehicle class", example: "suv"), order: .text)
    case .fuel:
      Definition(
        self, "fuel", "Fuel",
        filter: Filter(
          "fuel category, such as `electric` or `plug-in hybrid`, as counted by the facets", example: "electric"),
        order: .text)
    case .fuelName:
      Definition(
        self, "fueltype", "Fuel type", text: .fuelName,
        filter: Filter("fuel as named by the source, such as `premium` or `electricity`", example: "premium"))
    case .cylinders:
      Definition(
        self, "cyl", "Cylinders", heading: "Cyl", aliases: ["cylinders"], number: .cylinders, unit: .plain,
        filter: Filter("cylinders", example: "4", range: "4..6"))
    case .displacement:
      Definition(
        self, "displ", "Displacement", heading: "Displ", aliases: ["displacement", "litres", "liters"],
        export: "displacementLiters", number: .displacement, unit: .liters,
        filter: Filter("displacement in liters", example: "2.0", range: "1.0..2.0"), order: .number)
    case .drive:
      Definition(self, "drive", "Drive", text: .drive, filter: Filter("drivetrain", example: "awd"))
    case .transmission:
      Definition(
        self, "trans", "Transmission", aliases: ["transmission", "trany", "gearbox"], text: .transmission,
        filter: Filter("transmission", example: "manual"))
    case .cityMPG:
      Definition(
        self, "city", Words("City fuel economy", metric: "City consumption"), heading: "City", label: "City",
        number: .cityMPG, unit: .economy, better: .larger, isInRow: false)
    case .highwayMPG:
      Definition(
        self, "highway", Words("Highway fuel economy", metric: "Highway consumption"), heading: "Highway",
        label: "Highway", number: .highwayMPG, unit: .economy, better: .larger, isInRow: false)
    case .economy:
      Definition(
        self, "mpg", Words("Fuel economy", metric: "Consumption"), heading: Words("Economy", metric: "Consumption"),
        label: "Combined", aliases: ["economy", "consumption"], export: "combinedMPG", number: .combinedMPG,
        unit: .economy, better: .larger,
        filter: Filter("combined fuel economy in mpg or MPGe; for plug-in hybrids, on both fuels", example: "40"),
        order: Order("least efficient first", "most efficient first", ascends: false))
    case .electricCityMPG:
      Definition(
        self, "citympge", Words("City, electric", metric: "City consumption, electric"), number: .electricCityMPG,
        unit: .electricEconomy, isInRow: false)
    case .electricHighwayMPG:
      Definition(
        self, "highwaympge", Words("Highway, electric", metric: "Highway consumption, electric"),
        number: .electricHighwayMPG, unit: .electricEconomy, isInRow: false)
    case .electricMPG:
      Definition(
        self, "mpge", Words("Fuel economy, electric", metric: "Consumption, electric"), heading: "Electric",
        number: .electricMPG, unit: .electricEconomy, better: .larger,
        filter: Filter(
          "fuel economy of plug-in hybrids on electricity in MPGe; that of electric cars is `mpg`", example: "100",
          range: "80..100"),
        order: Order("least efficient first", "most efficient first", ascends: false))
    case .blendedMPG:
      Definition(
        self, "blended", Words("Fuel economy, blended", metric: "Consumption, blended"), label: "Blended",
        number: .blendedMPG, unit: .blendedEconomy, better: .larger, isInRow: false)
    case .utilityFactor:
      Definition(self, "utility", "Share of electricity", number: .utilityFactor, unit: .share, isInRow: false)
    case .electricConsumption:
      Definition(
        self, "kwh", "Electricity", export: "kWhPer100Miles", number: .electricConsumption, unit: .electricity,
        better: .smaller, isInRow: false)
    case .co2:
      Definition(
        self, "co2", "CO₂", export: "co2GramsPerMile", number: .co2, unit: .gramsPerMile, better: .smaller,
        filter: Filter(
          "tailpipe CO₂ in g/mi; for plug-in hybrids, on both fuels (blended, marked `b`)", example: "150"),
        order: .number)
    case .cost:
      Definition(
        self, "cost", "Annual fuel cost", heading: "$/year", aliases: ["fuelcost"],
        export: "annualFuelCostUSD", number: .annualFuelCost, unit: .dollars, better: .smaller,
        filter: Filter(
          "annual fuel cost in US dollars; for plug-in hybrids, on both fuels (blended, marked `b`)", example: "1500"),
        order: .number)
    case .price:
      Definition(
        self, "price", "Price", export: "priceUSD", number: .price, unit: .dollars, better: .smaller,
        filter: Filter(
          "price in US dollars: the one that you entered, or that of the source", example: "30000",
          range: "20000..40000"),
        order: .number)
    case .range:
      Definition(
        self, "range", "Electric range", heading: "Range", export: "electricRangeMiles", number: .electricRange,
        unit: .miles, better: .larger, filter: Filter("electric range in miles", example: "40"),
        order: Order("shortest first", "longest first", ascends: false))
    case .chargeHours:
      Definition(
        self, "charge", "Charging, 240 V", heading: "Charging", aliases: ["charging"], number: .chargeHours,
        unit: .hours, better: .smaller,
        filter: Filter("hours to charge an empty battery at 240 V", example: "8", range: "4..8"),
        order: Order("shortest first", "longest first"))
    case .totalRange:
      Definition(
        self, "totalrange", "Total range", export: "totalRangeMiles", number: .totalRange, unit: .miles,
        better: .larger,
        filter: Filter("range of plug-in hybrids on both fuels in miles", example: "500", range: "400..600"),
        order: Order("shortest first", "longest first", ascends: false))
    case .turbocharger:
      Definition(
        self, "turbo", "Turbocharger", heading: "Turbo", number: .turbocharger,
        filter: Filter("cars with a turbocharger: `yes` or `no`", example: "yes"), order: .flag)
    case .supercharger:
      Definition(
        self, "supercharger", "Supercharger", number: .supercharger,
        filter: Filter("cars with a supercharger: `yes` or `no`", example: "yes"), order: .flag)
    case .startStop:
      Definition(
        self, "startstop", "Start-stop", aliases: ["stopstart"], number: .startStop,
        filter: Filter("cars whose engine stops when the car does: `yes` or `no`", example: "yes"), order: .flag)
    case .engineDescription:
      Definition(
        self, "engine", "Engine features", aliases: ["eng"], text: .engineDescription,
        filter: Filter(
          "part of the source's list of engine features, such as `sidi` for direct injection; with `=`, the whole list",
          example: "sidi"),
        order: .text)
    case .transmissionDescription:
      Definition(
        self, "gearing", "Transmission features", label: "Gearing", text: .transmissionDescription,
        filter: Filter(
          "part of the source's codes for transmission features, such as `clkup` for a lockup clutch",
          example: "clkup"),
        order: .text)
    case .electricMotor:
      Definition(
        self, "motor", "Electric motor", text: .electricMotor,
        filter: Filter("part of the source's description of the electric motor or battery", example: "li-ion"),
        order: .text)
    case .luggage:
      Definition(
        self, "luggage", "Luggage space", heading: "Luggage", aliases: ["trunk", "cargo"],
        export: "luggageVolumeCubicFeet", number: .luggageVolume, unit: .volume, better: .larger,
        filter: Filter("luggage space in cubic feet", example: "15", range: "12..20"),
        order: Order("smallest first", "largest first", ascends: false))
    case .passenger:
      Definition(
        self, "passenger", "Passenger space", heading: "Passengers", aliases: ["cabin"],
        export: "passengerVolumeCubicFeet", number: .passengerVolume, unit: .volume, better: .larger,
        filter: Filter("passenger space in cubic feet", example: "100", range: "90..100"),
        order: Order("smallest first", "largest first", ascends: false))
    case .greenhouseScore:
      Definition(
        self, "ghg", "Greenhouse score", heading: "GHG score", aliases: ["greenhouse"], export: "greenhouseGasScore",
        number: .greenhouseScore, unit: .score, better: .larger,
        filter: Filter("the EPA's greenhouse gas score from 1 to 10 (best)", example: "8", range: "7..10"),
        order: .score)
    case .economyScore:
      Definition(
        self, "score", "Fuel economy score", heading: "MPG score", label: "MPG score", aliases: ["fescore"],
        export: "fuelEconomyScore", number: .economyScore, unit: .score, better: .larger,
        filter: Filter("the EPA's fuel economy score from 1 to 10 (best)", example: "8", range: "7..10"),
        order: .score)
    case .gasGuzzler:
      Definition(
        self, "guzzler", "Gas guzzler", label: "Gas guzzler tax", number: .gasGuzzler,
        filter: Filter("cars subject to the gas guzzler tax: `yes` or `no`", example: "yes"), order: .flag)
    case .savings:
      Definition(
        self, "savings", "Savings over 5 years", heading: "5-year savings", label: "5-year fuel cost",
        aliases: ["saved"], export: "fiveYearSavingsUSD", number: .fiveYearSavings, unit: .savings, better: .larger,
        filter: Filter(
          "fuel cost savings over five years in US dollars, compared with the average new car; negative if it costs more",
          example: "1000", range: "0..5000"),
        order: Order("lowest first", "highest first", ascends: false))
    case .secondEconomy:
      Definition(
        self, "mpg2", Words("Fuel economy, second fuel", metric: "Consumption, second fuel"), heading: "2nd fuel",
        label: "Second fuel", export: "secondFuelMPG", number: .secondMPG, unit: .economy, better: .larger,
        filter: Filter(
          "combined fuel economy on the second fuel, such as E85, of cars that can use either", example: "20",
          range: "15..20"),
        order: Order("least efficient first", "most efficient first", ascends: false))
    case .secondRange:
      Definition(
        self, "range2", "Range, second fuel", heading: "2nd range", label: "Range, 2nd fuel",
        export: "secondFuelRangeMiles", number: .secondRange, unit: .miles, better: .larger,
        filter: Filter("range on the second fuel in miles", example: "300", range: "200..400"),
        order: Order("shortest first", "longest first", ascends: false))
    case .secondCost:
      Definition(
        self, "cost2", "Annual fuel cost, second fuel", heading: "2nd $/year", label: "Cost, 2nd fuel",
        export: "secondFuelAnnualCostUSD", number: .secondFuelCost, unit: .dollars, better: .smaller,
        filter: Filter("annual cost of the second fuel in US dollars", example: "3000", range: "2500..3000"),
        order: .number)
    case .favorite:
      Definition(
        self, "fav", "Favorite", heading: "★", aliases: ["favorite", "favourite", "star"],
        filter: Filter("favorites: `yes` or `no`", example: "yes"))
    case .note:
      Definition(
        self, "note", "Note", aliases: ["notes"],
        filter: Filter("cars with a note: `yes` or `no`; any other text is searched for in the notes", example: "yes"))
    case .withdrawn:
      Definition(
        self, "withdrawn", "Withdrawn", aliases: ["gone"],
        filter: Filter("cars that their source no longer lists: `yes` or `no`", example: "yes"))
    case .files:
      Definition(
        self, "files", "Files", aliases: ["file", "attachments"],
        filter: Filter("cars with attachments: `yes` or `no`", example: "yes"))
    case .marked:
      Definition(
        self, "marked", "Marked", aliases: ["shortlist"],
        filter: Filter("marked cars (the shortlist): `yes` or `no`", example: "yes"))
    case .new:
      Definition(
        self, "new", "New", filter: Filter("cars that the latest refresh added: `yes` or `no`", example: "yes"))
    case .changed:
      Definition(
        self, "changed", "Changed",
        filter: Filter("cars that the latest refresh changed: `yes` or `no`", example: "yes"))
    case .like:
      Definition(
        self, "like", "Like",
        filter: Filter(
          """
          the car with this ID and those most like it in class, size, fuel, fuel economy, cost and year, one of each model, \
          and at most \(CarField.likeLimit); sorted by best match, the most similar come first
          """, example: "45102"))
    }
  }
}

/// The units of displayed values. Values are always stored, exported and searched in US units.
package enum UnitSystem: String, Sendable, Hashable, CaseIterable {
  /// Miles per gallon, grams of CO₂ per mile, miles.
  case us
  /// Liters (or kWh) per 100 km, grams of CO₂ per kilometer, kilometers.
  case metric
}
