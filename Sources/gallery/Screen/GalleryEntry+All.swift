extension GalleryEntry {
  /// All widgets, section by section.
  static let all: [GalleryEntry] = [
    .label, .scrollText, .scrollView, .emptyState,
    .textField, .textArea, .searchBar, .toggleField, .dateField, .calendarView, .formView,
    .choiceField, .segmentedControl, .checkList, .multiChoiceField,
    .tableView, .refreshControl,
    .treeView, .logView,
    .spinner, .progressBar, .barView, .sparkline, .columnChart, .scrollbar,
    .boxView, .stackView, .gridView, .splitView, .tabView, .titleBar, .hintLine,
    .buttonView, .alertView, .promptView, .pickerView, .multiPickerView, .calendarPicker, .commandPalette,
    .helpSheet, .toast,
  ]
}
