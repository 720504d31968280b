package import Geo

/// Takes the traces of a file as they are read.
package protocol TraceSink {
  /// A trace begins.
  mutating func begin(name: String?) throws
  /// Its next fix; one whose time can't be read has none.
  mutating func add(_ location: Location, hasOddTime: Bool) throws
  /// It ends.
  mutating func end() throws
}
