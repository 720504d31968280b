import ArgumentParser
import RoadModel
import RouteModel

/// `mapc completions`.
struct Completions: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions", _superCommandName: "mapc",
    abstract: "Print a script with which a shell completes commands and options.",
    discussion: """
      Save the script where the shell looks for it:
        mapc completions bash > ~/.local/share/bash-completion/completions/mapc
        mapc completions zsh > "${fpath[1]}/_mapc"
        mapc completions fish > ~/.config/fish/completions/mapc.fish
      """)

  /// The shells.
  enum Shell: String, ExpressibleByArgument, CaseIterable {
    case bash, zsh, fish

    var script: String {
      switch self {
      case .bash: Mapc.completionScript(for: .bash)
      case .zsh: Mapc.completionScript(for: .zsh)
      case .fish: Mapc.completionScript(for: .fish)
      }
    }
  }

  @Argument(help: "The shell.")
  var shell: Shell

  func run() throws { try Console.out(verbatim: shell.script) }
}

extension CompletionKind {
  /// The path of a map.
  static var map: CompletionKind { .file(extensions: ["nav"]) }
  /// The names of modes of travel.
  static var modes: CompletionKind { .list(Mode.allCases.map(\.name)) }
  /// The names of road types to avoid.
  static var roads: CompletionKind { .list(Avoidance.named.map(\.name)) }
}
