/// A heading in the list of widgets.
enum GallerySection: String, CaseIterable, Sendable {
  case content = "Content"
  case fields = "Fields"
  case choices = "Choices"
  case tables = "Tables"
  case trees = "Trees and logs"
  case indicators = "Indicators"
  case containers = "Containers"
  case dialogs = "Dialogs"
}
