import ReactorCore
import ReactorFlow
import ReactorTerminal

enum AppStep: Step {
  case signInRequired
  case signedIn(String)
}

/// The program: the sign-in, and then the tabs.
final class AppFlow: Flow {
  let root: WindowRoot
  private let library: Library

  init(root: WindowRoot, library: Library) {
    self.root = root
    self.library = library
  }

  func navigate(to step: AppStep) -> FlowContributors<AppStep> {
    switch step {
    case .signInRequired:
      let view = SignInView()
      let reactor = SignInReactor(library: library)
      view.reactor = reactor
      let stack = NavigationStack(root: view)
      root.replaceContent(with: stack)
      return .one(flowContributor: .contribute(withNextPresentable: stack, withNextStepper: reactor))
    case .signedIn(let name):
      let books = BooksFlow(library: library)
      let account = AccountView(name: name)
      let tabs = TabView()
      tabs.add("Books", books.root)
      tabs.add("Account", NavigationStack(root: account))
      root.replaceContent(with: tabs)
      root.window?.toast("Welcome, \(name)", kind: .success)
      return .multiple(flowContributors: [
        .contribute(
          withNextPresentable: books, withNextStepper: OneStepper(withSingleStep: .booksRequired), mapping: { _ in nil }
        ),
        .contribute(withNextPresentable: tabs, withNextStepper: account),
      ])
    }
  }
}

enum BooksStep: Step {
  case booksRequired
  case bookPicked(Book)
}

/// The first tab: the list of books, and the books opened from it.
final class BooksFlow: Flow {
  let root = NavigationStack()
  private let library: Library

  init(library: Library) {
    self.library = library
  }

  func navigate(to step: BooksStep) -> FlowContributors<BooksStep> {
    switch step {
    case .booksRequired:
      let view = BooksView()
      view.reactor = BooksReactor(library: library)
      root.push(view)
      return .one(flowContributor: .contribute(withNext: view))
    case .bookPicked(let book):
      root.push(BookView(book: book))
      return .none
    }
  }
}
