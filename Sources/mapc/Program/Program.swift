import Bytes
import MapcCommands

/// The process, which runs the command of the arguments and ends with its status.
@main
enum Program {
  static func main() async {
    StandardStream.reserveClosed()
    CurrentProcess.end(await CommandLineTool.run(bytes: CurrentProcess.arguments))
  }
}
