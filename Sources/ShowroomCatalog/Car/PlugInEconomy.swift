/// The fuel economy of a plug-in hybrid on electricity and on both fuels. The values for gasoline alone are those of
/// the ``Car`` itself.
package struct PlugInEconomy: Sendable, Hashable, Codable {
  /// The city fuel economy on electricity in MPGe.
  package var electricCityMPG: Double?
  /// The highway fuel economy on electricity in MPGe.
  package var electricHighwayMPG: Double?
  /// The combined fuel economy on electricity in MPGe.
  package var electricMPG: Double?
  /// The city fuel economy in MPGe, with each fuel in the share in which it is expected to be used.
  package var blendedCityMPG: Double?
  /// The highway fuel economy in MPGe, with each fuel in the share in which it is expected to be used.
  package var blendedHighwayMPG: Double?
  /// The combined fuel economy in MPGe, with each fuel in the share in which it is expected to be used.
  package var blendedMPG: Double?
  /// The share of miles that are expected to be driven on electricity, from 0 to 1.
  package var utilityFactor: Double?
  /// The gasoline that is used in addition to electricity while the battery lasts, in US gallons per 100 miles.
  package var addedGasoline: Double?

  package init(
    electricCityMPG: Double? = nil, electricHighwayMPG: Double? = nil, electricMPG: Double? = nil,
    blendedCityMPG: Double? = nil, blendedHighwayMPG: Double? = nil, blendedMPG: Double? = nil,
    utilityFactor: Double? = nil, addedGasoline: Double? = nil
  ) {
    self.electricCityMPG = electricCityMPG
    self.electricHighwayMPG = electricHighwayMPG
    self.electricMPG = electricMPG
    self.blendedCityMPG = blendedCityMPG
    self.blendedHighwayMPG = blendedHighwayMPG
    self.blendedMPG = blendedMPG
    self.utilityFactor = utilityFactor
    self.addedGasoline = addedGasoline
  }

  /// Whether nothing is known, as of every car that is not a plug-in hybrid.
  package var isEmpty: Bool { self == PlugInEconomy() }
}
