#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Seeded numbers: SplitMix64.
struct Random: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}

/// The value of a variable of the environment.
func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

/// The time that this thread has computed.
func cpuNanoseconds() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

/// The box of a map, from its header (Formats/nav-2.md, offset 64): minimum latitude and longitude, then the maximum.
func box(ofMap path: String) -> [Int32] {
  var box: [Int32] = [0, 0, 0, 0]
  guard let file = fopen(path, "r") else { return box }
  defer { fclose(file) }
  fseek(file, 64, SEEK_SET)
  fread(&box, 4, 4, file)
  return box.map { Int32(littleEndian: $0) }
}
