extension View {
  /// The namespace of RxCocoa, which has no equivalent here: a view's events are relays, and its properties are bound
  /// directly.
  @_documentation(visibility: internal)
  @available(
    *, unavailable,
    message: "use the view's relays, such as 'button.pressed', and bind properties with 'bind(to: label, \\.text)'"
  )
  // `fatalError` is never reached, because the compiler rejects every use.
  public var rx: Never { fatalError() }
}
