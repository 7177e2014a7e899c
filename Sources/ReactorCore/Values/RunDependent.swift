/// A value that differs in every run of a program even if the program does the same, such as the number of a file.
///
/// A trace contains the name of its type instead, so that the same session always has the same trace.
public protocol RunDependent {}
