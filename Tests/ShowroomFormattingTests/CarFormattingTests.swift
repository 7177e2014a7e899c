import ReactorTerminal
import ShowroomCatalog
import ShowroomText
import Testing

@testable import ShowroomFormatting

struct CarFormattingTests {
  @Test(arguments: [
    (0, "0"), (999, "999"), (1000, "1,000"), (49_582, "49,582"), (1_234_567, "1,234,567"), (-12_345, "-12,345"),
    (Int.min, "-9,223,372,036,854,775,808"),
  ])
  func `thousands are grouped`(_ number: Int, _ text: String) {
    #expect(grouped(number) == text)
  }

  @Test(arguments: [
    (1.0, 0, "1"), (2.5, 0, "3"), (1.96, 1, "2.0"), (0.05, 1, "0.1"), (1234.567, 2, "1,234.57"), (-0.01, 1, "0.0"),
    (-1.25, 1, "-1.3"), (.infinity, 1, "inf"),
  ])
  func `decimals are rounded half away from zero`(_ value: Double, _ digits: Int, _ text: String) {
    #expect(decimal(value, digits: digits) == text)
  }

  @Test func `US units are those of the EPA, with MPGe for electric cars`() {
    let us = CarFormatting()
    #expect(us.consumption(28.4, fuel: .gasoline) == "28 mpg")
    #expect(us.consumption(132, fuel: .electric) == "132 MPGe")
    #expect(us.co2(312.4) == "312 g/mi")
    #expect(us.cost(1450) == "$1,450")
    #expect(us.distance(272) == "272 mi")
    #expect(us.displacement(2) == "2.0 L")
    #expect(us.electricConsumption(25.2) == "25.2 kWh/100 mi")
  }

  @Test func `metric units are liters or kilowatt-hours per 100 km`() {
    let metric = CarFormatting(units: .metric)
    #expect(metric.consumption(28, fuel: .gasoline) == "8.4 L/100 km")
    #expect(metric.consumption(132, fuel: .electric) == "15.9 kWh/100 km")
    #expect(metric.co2(312) == "194 g/km")
    #expect(metric.distance(272) == "438 km")
    #expect(metric.electricConsumption(25) == "15.5 kWh/100 km")
    #expect(metric.consumption(0, fuel: .gasoline) == "–")
  }

  @Test func `equipment, volumes and scores read as a person would say them`() {
    let car = Car(
      id: 1, make: "Ford", model: "F150", year: 2014, fuel: .flexFuel, fuelName: "Gasoline or E85",
      others: [
        .turbocharger: 1, .supercharger: 0, .startStop: 0, .gasGuzzler: 1, .luggageVolume: 15, .passengerVolume: 100,
        .greenhouseScore: 7, .economyScore: 10, .fiveYearSavings: -6750, .secondMPG: 14, .secondRange: 280,
        .secondFuelCost: 3850, .chargeHours: 8, .totalRange: 380,
      ])
    let facts: [CarField] = [
      .turbocharger, .supercharger, .startStop, .gasGuzzler, .luggage, .passenger, .greenhouseScore, .economyScore,
      .savings, .secondEconomy, .secondRange, .secondCost, .chargeHours, .totalRange, .electricMotor,
    ]
    let (us, metric) = (CarFormatting(), CarFormatting(units: .metric))

    #expect(
      facts.map { us.fact($0, of: car) } == [
        "yes", "no", "no", "yes", "15 cu ft", "100 cu ft", "7 of 10", "10 of 10", "$6,750 more than average",
        "14 mpg on E85", "280 mi", "$3,850", "8 h", "380 mi", "–",
      ])
    #expect(metric.fact(.luggage, of: car) == "425 L" && metric.fact(.secondEconomy, of: car) == "16.8 L/100 km on E85")
    // The page shows what the car has, and nothing that is unknown.
    #expect(
      us.facts(of: car).map(\.field) == [
        .fuel, .fuelName, .turbocharger, .baseModel, .secondEconomy, .totalRange, .secondRange, .chargeHours,
        .greenhouseScore, .economyScore, .secondCost, .savings, .gasGuzzler, .luggage, .passenger, .id,
      ])
    #expect(us.number(of: .savings, in: CarRow(car)) == "-6,750" && us.number(of: .chargeHours, in: CarRow(car)) == "8")
    #expect(us.text(of: .savings, in: CarRow(car)) == "-$6,750" && us.text(of: .supercharger, in: CarRow(car)) == "")
    var other = car
    other[.fiveYearSavings] = 1500
    #expect(us.fact(.savings, of: other) == "$1,500 less than average")
    other[.fiveYearSavings] = 0
    #expect(us.fact(.savings, of: other) == "same as average")
    other[.turbocharger] = 0
    #expect(us.change(of: .turbocharger, from: car, to: other) == "yes → no")
  }

  @Test func `a plug-in hybrid shows both fuels, and what is blended says so`() {
    let volt = Car(
      id: 1, make: "Chevrolet", model: "Volt", year: 2016, fuel: .pluginHybrid, cityMPG: 43, highwayMPG: 42,
      combinedMPG: 42, co2: 51, annualFuelCost: 900, electricRange: 53,
      others: [
        .electricCityMPG: 113, .electricHighwayMPG: 99, .electricMPG: 106, .blendedCityMPG: 82, .blendedHighwayMPG: 72,
        .blendedMPG: 77, .utilityFactor: 0.76, .addedGasoline: 0.2, .electricConsumption: 31, .chargeHours: 4.5,
      ])
    let facts: [CarField] = [.economy, .cityMPG, .blendedMPG, .electricConsumption, .chargeHours, .co2, .cost]

    #expect(
      facts.map { CarFormatting().fact($0, of: volt) } == [
        "42 mpg / 106 MPGe, 53 mi electric", "43 mpg / 113 MPGe", "77 MPGe, 76% electric",
        "31.0 kWh + 0.2 gal/100 mi", "4.5 h", "51 g/mi, blended", "$900, blended",
      ])
    #expect(
      facts.map { CarFormatting(units: .metric).fact($0, of: volt) } == [
        "5.6 L/100 km / 19.8 kWh/100 km, 85 km electric", "5.5 L/100 km / 18.5 kWh/100 km",
        "3.1 Le/100 km, 76% electric", "19.3 kWh + 0.5 L/100 km", "4.5 h", "32 g/km, blended", "$900, blended",
      ])
    #expect(CarField.economy.comparedNumber(of: volt) == 77)
    #expect(CarField.cityMPG.comparedNumber(of: volt) == nil && CarField.highwayMPG.comparedNumber(of: volt) == nil)
    let row = CarRow(volt)
    let columns: [CarField] = [.economy, .co2, .cost]
    #expect(columns.map { CarFormatting().number(of: $0, in: row) } == ["42/106", "b 51", "b 900"])
    #expect(
      columns.map { CarFormatting(units: .metric).number(of: $0, in: row) } == ["5.6 L/19.8 kWh", "b 32", "b 900"])
    #expect(
      columns.map { CarFormatting().text(of: $0, in: volt, UserData()) } == [
        "42 mpg / 106 MPGe", "b 51 g/mi", "b $900",
      ])
    let (us, metric) = (CarFormatting(), CarFormatting(units: .metric))
    #expect([us, metric].map { $0.number(of: .electricMPG, in: row) } == ["106", "19.8"])
    #expect([us, metric].map { $0.unit(afterHeadingOf: .electricMPG) } == ["MPGe", "kWh/100 km"])
    #expect(
      [us, metric].map { $0.number(of: .electricMPG, in: 80...106, fuels: [.pluginHybrid], isBlended: true) } == [
        "80–106", "19.8–26.2",
      ])
    #expect([us, metric].map { $0.axisLabel($0.plotted(106, .electricMPG), of: .electricMPG) } == ["106", "19.8"])
    #expect([us, metric].map { $0.numbersAscend(in: Sort(.electricMPG)) } == [true, false])
    #expect(
      CarFormatting().line(volt)
        == "Chevrolet Volt 2016 · Plug-in hybrid · 42 mpg / 106 MPGe · 51 g/mi CO₂, blended · $900/year, blended · "
        + "53 mi range")
  }

  @Test func `an unknown value is a dash, or a hyphen in ASCII`() {
    #expect(CarFormatting().consumption(nil, fuel: .gasoline) == "–")
    #expect(CarFormatting().cost(nil) == "–")
    #expect(CarFormatting(ascii: true).co2(nil) == "-")
    #expect(CarFormatting(ascii: true).name(of: .co2) == "CO2")
  }
}
