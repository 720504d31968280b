/// The names of the values of a fix besides its place, in lower case, for columns of CSV and members of JSON.
enum FixNames {
  static let time = ["time", "timestamp", "datetime", "t", "seconds"]
  static let accuracy = ["accuracy", "hacc", "accuracy_m"]
  static let heading = ["heading", "bearing", "course", "track"]
  static let speed = ["speed", "speed_ms"]
}
