import Catalogue
import ReactorCore
import ReactorTerminal

extension CarListView {
  /// The names of the commands, as a configuration file knows them.
  enum Name {
    static let refresh = "cars.refresh"
    static let cancelRefresh = "cars.cancelRefresh"
    static let search = "cars.search"
    static let suggestion = "cars.suggestion"
    static let follow = "cars.follow"
    static let favouritesOnly = "cars.favouritesOnly"
    static let sort = "cars.sort"
    static let reverse = "cars.reverse"
    static let compare = "cars.compare"
    static let upload = "cars.upload"
    static let nextMatch = "cars.nextMatch"
    static let previousMatch = "cars.previousMatch"
    static let unwind = "cars.unwind"
  }

  private static let section = "Cars"

  func bindCommands(_ reactor: CarListReactor) {
    let section = Self.section
    // What can be asked for only now and then stands first, so that the hint line has room for it.
    keys("x", id: Name.cancelRefresh, title: "Cancel refresh", section: section).map { .cancelRefresh }
      .bind(to: reactor.action).disposed(by: disposeBag)
    keys(.tab, id: Name.suggestion, title: "Correct the search", section: section).asObservable()
      .compactMap { [weak reactor] in reactor?.currentState.suggestion.map { .setQuery($0) } }
      .bind(to: reactor.action).disposed(by: disposeBag)
    keys(.escape, id: Name.unwind, title: "Back", section: section).asObservable()
      .compactMap { [weak reactor] in reactor.flatMap { Self.unwinding($0.currentState)?.action } }
      .bind(to: reactor.action).disposed(by: disposeBag)
    keys("/", id: Name.search, title: "Search", section: section).bind { [weak self] in self?.enterSearch() }
      .disposed(by: disposeBag)
    keys("f", id: Name.follow, title: "Follow", section: section).asObservable()
      .compactMap { [weak self] in self?.table.selectedID.map { .toggleFavourite($0) } }
      .bind(to: reactor.action).disposed(by: disposeBag)
    keys("s", id: Name.sort, title: "Sort", section: section)
      .bind { [weak self, weak reactor] in if let reactor { self?.chooseOrder(reactor) } }.disposed(by: disposeBag)
    keys("r", "R", .f5, id: Name.refresh, title: "Refresh", section: section).map { .refresh }
      .bind(to: reactor.action).disposed(by: disposeBag)
    keys("c", id: Name.compare, title: "Compare", section: section)
      .map { [weak self] in .compare(selected: self?.table.selectedID) }
      .bind(to: reactor.action).disposed(by: disposeBag)
    keys("u", id: Name.upload, title: "Upload", section: section).asObservable()
      .compactMap { [weak self] in self?.table.selectedID.map { .upload($0) } }
      .bind(to: reactor.action).disposed(by: disposeBag)
    keys("F", id: Name.favouritesOnly, title: "Only followed", section: section).map { .toggleFavouritesOnly }
      .bind(to: reactor.action).disposed(by: disposeBag)
    keys("S", id: Name.reverse, title: "Reverse order", section: section, isHidden: true).map { .reverseSort }
      .bind(to: reactor.action).disposed(by: disposeBag)
    keys("n", id: Name.nextMatch, title: "Next match", section: section, isHidden: true)
      .bind { [weak self] in self?.moveMatch(by: 1) }.disposed(by: disposeBag)
    keys("N", id: Name.previousMatch, title: "Previous match", section: section, isHidden: true)
      .bind { [weak self] in self?.moveMatch(by: -1) }.disposed(by: disposeBag)
  }

  /// What Esc takes back, one layer at a time, and what that is called. With nothing left it belongs to the screens below.
  private static func unwinding(_ state: CarListReactor.State) -> (title: String, action: CarListReactor.Action)? {
    if state.isRefreshing { return ("Cancel refresh", .cancelRefresh) }
    if !state.query.text.isEmpty { return ("Clear", .setQuery("")) }
    if state.favouritesOnly { return ("Show all", .toggleFavouritesOnly) }
    if !state.marked.isEmpty { return ("Unmark all", .clearMarks) }
    return nil
  }

  func updateCommands(_ state: CarListReactor.State) {
    let unwinding = Self.unwinding(state)
    command(Name.unwind)?.title = unwinding?.title ?? "Back"
    command(Name.unwind)?.isEnabled = unwinding != nil
    // The hint of x says it already.
    command(Name.unwind)?.binding.isHidden = state.isRefreshing
    command(Name.cancelRefresh)?.isEnabled = state.isRefreshing
    command(Name.suggestion)?.isEnabled = state.suggestion != nil
    command(Name.nextMatch)?.isEnabled = !state.query.isEmpty
    command(Name.previousMatch)?.isEnabled = !state.query.isEmpty
  }

  /// In a filtered list every row is a match: the next is the one below, and after the last comes the first.
  private func moveMatch(by step: Int) {
    let count = table.rows.count
    guard count > 0, let index = table.selectedIndex else { return }
    table.selectedIndex = (index + step + count) % count
  }

  private func chooseOrder(_ reactor: CarListReactor) {
    let current = reactor.currentState.sort
    let formatting = cells.formatting
    let choices = Sort.offered.map { field in
      let sort = field == current.field ? current : .natural(field)
      return SortChoice(
        id: field.rawValue, title: formatting.name(of: field), summary: sort.summary,
        figuresAscend: formatting.figuresAscend(in: sort))
    }
    let picker = PickerView(sortingBy: choices, current: current.field.rawValue, isASCII: formatting.isASCII)
    picker.chosen.asObservable()
      .compactMap { Sort.Field(rawValue: $0).map { .sort($0) } }
      .bind(to: reactor.action).disposed(by: disposeBag)
    window?.present(picker)
  }
}
