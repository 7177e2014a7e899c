import ReactorTerminal

extension PickerView.Choice {
  /// The choices of the lists in the gallery.
  static let equipment = [
    PickerView.Choice(id: "heating", title: "Seat heating", detail: "$400"),
    PickerView.Choice(id: "camera", title: "Rear camera", detail: "$250"),
    PickerView.Choice(id: "roof", title: "선루프", detail: "$1,200"),
    PickerView.Choice(id: "charger", title: "A second charger for the garage at home", detail: "$700"),
    PickerView.Choice(id: "tires", title: "Winter tires 🚗", detail: "$900"),
  ]
}
