/// The names of the commands that a configuration file can give keys to.
///
/// Written down, because a file is checked before there is a screen that could be asked. A test holds them against the
/// sources of the screens.
public enum CommandNames {
  /// Those of the screens and those that every program on the framework has.
  public static let all: Set<String> = [
    "alert.close", "alert.next", "alert.previous", "app.commands", "app.help", "app.interrupt", "app.quit",
    "app.redraw", "app.source", "app.suspend", "app.uploads", "authorisation.submit", "car.deleteAttachment",
    "car.follow", "car.next", "car.note", "car.openAttachment", "car.previous", "car.reload", "car.saveAttachment",
    "car.upload", "cars.cancelRefresh", "cars.compare", "cars.favouritesOnly", "cars.follow", "cars.nextMatch",
    "cars.previousMatch", "cars.refresh", "cars.reverse", "cars.search", "cars.sort", "cars.suggestion", "cars.unwind",
    "cars.upload",
    "compare.differences", "compare.left", "compare.open", "compare.reload", "compare.remove", "compare.right",
    "destination.signIn", "destination.use", "files.enter", "files.filter", "files.hidden", "files.home",
    "files.nextMatch", "files.parent", "files.path", "files.previousMatch", "files.reload", "files.reverse",
    "files.selectAll", "files.selectNone", "files.selected", "files.sort", "files.unwind", "files.upload",
    "help.close", "list.bottom", "list.down", "list.halfPageDown", "list.halfPageUp", "list.mark", "list.open",
    "list.pageDown", "list.pageUp", "list.top", "list.up", "navigation.back", "note.save",
    "palette.close", "palette.down", "palette.pageDown", "palette.pageUp", "palette.run", "palette.up",
    "path.close", "path.complete", "path.use", "picker.close", "prompt.close", "prompt.take",
    "search.clear", "search.keep", "source.take", "toast.action", "toast.dismiss", "uploads.add", "uploads.cancel",
    "uploads.cancelAll", "uploads.car", "uploads.clear", "uploads.destination", "uploads.earlier", "uploads.later",
    "uploads.pause", "uploads.refresh", "uploads.retry", "uploads.retryAll", "uploads.signIn",
  ]
}
