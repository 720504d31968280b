public import Bytes
public import OSMInput

/// The reason why a map could not be built; nothing was written.
public enum CompileError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The input could not be read, or is damaged.
  case input(OSMInputError)
  /// The output could not be written.
  case output(FileError)
  /// The output's disk has too little space; the need is an estimate before the input is read.
  case diskTooSmall(path: String, needed: Int, free: Int, isGuess: Bool)
  /// The input contains no road for any mode.
  case noRoads(source: String)
  /// More roads meet in one node than a tile can number.
  case tooManyRoadsMeet(node: Int64, roads: Int)
  /// A count or size exceeds the 32 bits of the format.
  case tooLarge(String)
  /// The costs of the hierarchy could not be computed.
  case metrics(String)
  /// The roads of the places could not be found.
  case places(String)
  /// The heights of ``MapCompiler/Options/elevation`` could not be read.
  case elevation(ElevationError)
  /// The task was cancelled.
  case cancelled

  /// One line for people.
  public var description: String {
    switch self {
    case .input(let error): error.description
    case .output(let error): error.description
    case .diskTooSmall(let path, let needed, let free, let isGuess):
      "\(path): the disk has \(free) bytes left, and the map needs \(isGuess ? "at least some " : "")"
        + "\(needed); free some space or choose another disk"
    case .noRoads(let source):
      "\(source): no roads in the input; check that the extract contains ways with 'highway' tags"
    case .tooManyRoadsMeet(let node, let roads):
      "node \(node): \(roads) roads meet here, more than a tile can number; check this node"
    case .tooLarge(let what): "\(what) exceeds the maximum of one file; build smaller regions"
    case .metrics(let why): "the costs of the hierarchy could not be computed: \(why)"
    case .places(let why): "the roads of the places could not be found: \(why)"
    case .elevation(let error): error.description
    case .cancelled: "cancelled"
    }
  }
}
