import ArgumentParser
import RouteModel
import TestSupport
import Testing

@testable import MapcCommands

/// What is shown to users can be typed.
@Suite struct ExampleTests {
  @Test("every command in the README can be read")
  func readme() async throws {
    let bytes = try #require(FileSystem.bytes(TestData.package + "/README.md"))
    let text = String(decoding: bytes, as: UTF8.self)
    // Blocks are indented by four.
    let blocks = text.split(separator: "\n").filter { $0.hasPrefix("    ") }
    let examples = CommandLineReading.examples(in: blocks.joined(separator: "\n"))
    #expect(Set(examples.map { $0.first ?? "" }).isSuperset(of: ["build", "route", "explain"]))
    for example in examples { try await Self.read(example) }
  }

  @Test("every command shows examples in its help that can be read", arguments: Mapc.commands)
  func help(_ name: String) async throws {
    let type = Mapc.configuration.subcommands.first { $0._commandName == name }
    // `help` is the parser's own; `completions` says what to add to the file of a shell.
    guard let type, name != "completions" else {
      #expect(["help", "completions"].contains(name))
      return
    }
    let examples = CommandLineReading.examples(in: type.configuration.discussion)
    #expect(!examples.isEmpty)
    for example in examples {
      #expect(example.first == name)
      try await Self.read(example)
    }
  }

  @Test("every part of a command shows examples in its help that can be read")
  func parts() async throws {
    let commands = Mapc.configuration.subcommands.filter { !$0.configuration.subcommands.isEmpty }
    #expect(commands.map { $0._commandName } == ["traffic"])
    for command in commands {
      for part in command.configuration.subcommands {
        let examples = CommandLineReading.examples(in: part.configuration.discussion)
        #expect(!examples.isEmpty, "\(part._commandName)")
        for example in examples {
          #expect(Array(example.prefix(2)) == [command._commandName, part._commandName])
          try await Self.read(example)
        }
      }
    }
  }

  @Test("the first page of help begins with commands that can be read")
  func first() async throws {
    let examples = CommandLineReading.examples(in: Mapc.configuration.discussion)
    #expect(examples.count >= 5)
    for example in examples { try await Self.read(example) }
  }

  @Test("help lists the options of charging only where they can be used")
  func charging() {
    let options = ["--charge <kwh>", "--ensure-reachability", "--stations <file>"]
    for (name, charges) in [("route", true), ("drive", true), ("table", false), ("isoline", false)]
    {
      for type in Mapc.configuration.subcommands where type._commandName == name {
        let help = Mapc.helpMessage(for: type)
        #expect(help.contains("--ev <file>"), "\(name)")
        #expect(options.allSatisfy { help.contains($0) == charges }, "\(name)")
      }
    }
  }

  private static func read(_ example: [String]) async throws {
    let refusal = await CommandLineReading.refusal(example)
    #expect(refusal == nil, "mapc \(example.joined(separator: " ")): \(refusal?.line ?? "")")
    if refusal == nil {
      let command = try await CommandLineReading.command(example)
      // Commands of a command are named after it.
      let names = example.prefix(2)
      #expect(names.contains(type(of: command)._commandName))
    }
  }
}
