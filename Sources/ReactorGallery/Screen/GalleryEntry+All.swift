extension GalleryEntry {
  /// All widgets, by section.
  static let all: [GalleryEntry] = [
    .label, .scrollText, .scrollView, .emptyState,
    .textField, .textArea, .searchBar, .queryField, .toggleField, .dateField, .calendarView, .formView,
    .choiceField, .segmentedControl, .checkList, .multiChoiceField, .facetList,
    .tableView, .refreshControl,
    .treeView, .logView,
    .spinner, .progressBar, .barView, .sparkline, .columnChart, .histogramView, .scatterPlot, .scrollbar,
    .boxView, .stackView, .gridView, .splitView, .tabView, .titleBar, .hintLine,
    .buttonView, .alertView, .promptView, .pickerView, .multiPickerView, .columnChooser, .calendarPicker,
    .commandPalette,
    .helpSheet, .toast,
  ]
}
