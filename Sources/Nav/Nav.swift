// The complete library for routing on maps: programs only need `import Nav`.

@_exported public import Geo
@_exported public import Guidance
@_exported public import MapMatching
@_exported public import MapReader
@_exported public import Navigation
@_exported public import Places
@_exported public import RoadModel
@_exported public import RouteModel
@_exported public import Routing
@_exported public import Traffic

// Types in the public interface of these modules that belong to internal modules.
@_exported public import struct Bytes.FileError
@_exported public import struct NavFormat.EdgeElevation
@_exported public import enum NavFormat.FormatError
