import ReactorTerminal

extension GalleryEntry {
  static let formView = GalleryEntry(
    .fields, "FormView", "Labeled fields with help text and errors.",
    states: [
      GalleryState("Errors", isFocused: true) {
        let form = makeForm(name: "")
        form.setError("The server already has a car of this name.", for: form.subviews[1])
        return ScrollView(form)
      },
      GalleryState("Filled in") { ScrollView(makeForm(name: "Niro")) },
      GalleryState("Headings", isFocused: true) {
        let form = FormView(submit: "Save")
        form.addHeading("Car")
        form.add("Name", TextField("니로"))
        form.addHeading("Owner")
        form.add("Name", TextField("김민준"))
        form.add("Contact by telephone", ToggleField("Also on weekends"))
        return ScrollView(form)
      },
    ])
}

@MainActor
private func makeForm(name: String) -> FormView {
  let (form, name) = (FormView(submit: "Save"), TextField(name))
  form.add("Name", name, help: "As it is painted on the car.") { name.text.isEmpty ? "Enter a name." : nil }
  form.add("Fuel", ChoiceField(["Electricity", "Gasoline", "Diesel"]))
  form.add("Notes", TextArea("Winter tires\n타이어 4개"), height: 3)
  form.add("Sold", ToggleField("No longer for sale"))
  return form
}
