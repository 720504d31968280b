internal import CMalloc

/// The memory of the process that `malloc` deals in.
public enum Heap {
  /// Gives free pages back to the system.
  ///
  /// After arrays of megabytes, which glibc keeps for the next. It takes as long as all free pages take to be
  /// found, some tenths of a millisecond: for what is done seldom.
  public static func giveBack() { heap_give_back() }
}
