import Bytes
import MapcCommands

/// The process: runs the command that the arguments name, and ends with its status.
@main
enum Program {
  static func main() async {
    StandardStream.reserveClosed()
    CurrentProcess.end(await CommandLineTool.run(bytes: CurrentProcess.arguments))
  }
}
