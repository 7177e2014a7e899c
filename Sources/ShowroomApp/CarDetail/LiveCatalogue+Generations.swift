import ReactorCore

extension LiveCatalogue {
  /// The number of the generation each time that the cars were loaded anew; not told of the present one.
  var generations: Observable<Int> {
    index.asObservable().map { [weak self] _ in self?.generation ?? 0 }.distinctUntilChanged().skip(1)
  }
}
