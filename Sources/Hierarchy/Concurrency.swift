/// Runs jobs 0..<count, at most `threads` at a time, and returns their results in the order of their numbers.
///
/// Jobs share only captured values, so the results do not depend on the number of threads.
func concurrently<Result: Sendable>(
  _ count: Int, threads: Int, _ job: @escaping @Sendable (Int) -> Result
) async -> [Result] {
  if threads <= 1 || count <= 1 { return (0..<count).map(job) }
  return await withTaskGroup(of: (Int, Result).self) { group in
    var results = [Result?](repeating: nil, count: count)
    var next = 0
    while next < min(threads, count) {
      let number = next
      group.addTask { (number, job(number)) }
      next += 1
    }
    for await (number, result) in group {
      results[number] = result
      if next < count {
        let number = next
        group.addTask { (number, job(number)) }
        next += 1
      }
    }
    return results.compactMap { $0 }
  }
}
