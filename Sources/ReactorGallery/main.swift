// A program that shows every widget of ReactorTerminal in its states, themes and widths, together with its source.
import ReactorInspector
import ReactorTerminal
import TapePlayer

TapeProgram.main(parsing: { try Inspector.Options(takingFrom: &$0) }) { window, inspector in
  Gallery.open(in: window)
  Inspector.install(in: window, options: inspector)
}
