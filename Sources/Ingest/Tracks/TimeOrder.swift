import DaymarkModel

/// Returns the indices of the times outside the longest ascending subsequence, ascending.
///
/// A single time that is hours too late makes all following times look too early. The smaller group
/// is wrong. Of several longest subsequences, the one whose times come first is used.
///
/// - Complexity: O(*n* log *n*); O(*n*) where all times ascend.
func indicesOutOfOrder(_ times: some RandomAccessCollection<Int64>) -> [Int] {
  if zip(times, times.dropFirst()).allSatisfy(<=) { return [] }
  // This searches from the last time to the first. For each length of an ascending run, `ends` has
  // the index at which the best run of that length begins, and `ending` its time. `behind` has the
  // index that follows each one in its run.
  var (ends, ending) = ([Int](), [Int64]())
  var behind = Array(repeating: -1, count: times.count)
  for (index, time) in zip(behind.indices, times).reversed() {
    var (low, high) = (0, ends.count)
    while low < high {
      let middle = (low + high) / 2
      if ending[middle] >= time { low = middle + 1 } else { high = middle }
    }
    if low > 0 { behind[index] = ends[low - 1] }
    if low == ends.count {
      ends.append(index)
      ending.append(time)
    } else {
      (ends[low], ending[low]) = (index, time)
    }
  }
  var next = ends.last ?? -1
  return behind.indices.filter { index in
    if index != next { return true }
    next = behind[index]
    return false
  }
}

/// Returns the intervals that times cover.
///
/// Times less than a day apart form one interval.
///
/// - Parameter times: Ascending milliseconds since 1970.
/// - Returns: The intervals; a single one over all times where there would be more than a recording
///   has days.
func intervals(of times: some RandomAccessCollection<Int64>) -> [Interval] {
  var found: [Interval] = []
  for time in times {
    // The interval is half-open, so that an instant has a length.
    let (at, end) = (Instant(milliseconds: time), Instant(milliseconds: time &+ 1))
    if let last = found.last, at <= last.end.advanced(byDays: 1) {
      found[found.count - 1].end = end
    } else {
      found.append(Interval(at, end))
    }
  }
  guard found.count > ActivityRecord.longestDays, let first = found.first, let last = found.last
  else { return found }
  return [Interval(first.start, last.end)]
}
