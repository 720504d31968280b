internal import CMalloc

/// The memory of the process that `malloc` manages.
public enum Heap {
  /// Returns free pages to the system.
  ///
  /// It is useful after work with arrays of megabytes, which glibc keeps for the next. It takes
  /// some tenths of a millisecond to find all free pages, so it is for work that is rare.
  public static func giveBack() { heap_give_back() }
}
