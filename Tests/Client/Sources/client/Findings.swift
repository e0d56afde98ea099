import DaymarkConfiguration
import DaymarkModel

/// A finding as its place and its code.
func line(of finding: Finding) -> String {
  let place = finding.location.map { "\($0): " } ?? ""
  return place + finding.code.rawValue
}

/// The findings that an error stands for.
func lines(of error: any Error) -> [String] {
  switch error {
  case let error as ConfigurationError: error.findings.map(line)
  case let error as DaymarkError: [line(of: error.finding)]
  default: ["\(error)"]
  }
}
