// Everything that a program embeds to route on maps: `import Nav` is all that it needs.

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

// Errors and values that the interface of these modules names, of modules that are otherwise internal.
@_exported public import struct Bytes.FileError
@_exported public import struct NavFormat.EdgeElevation
@_exported public import enum NavFormat.FormatError
