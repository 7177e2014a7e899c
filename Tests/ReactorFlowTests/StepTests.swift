import ReactorFlow
import Testing
