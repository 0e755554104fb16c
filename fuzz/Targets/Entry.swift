import CFuzzer
import Foundation

/// The first word after the program's name is the target's; the rest is libFuzzer's: `fuzz NAME [option or folder …]`.
/// `fuzz search beginning` prints an index to begin with.
@c(LLVMFuzzerInitialize)
func initialize(
  _ count: UnsafeMutablePointer<Int32>,
  _ list: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>
) -> Int32 {
  let words = list.pointee
  guard count.pointee > 1, let name = words[1].map({ String(cString: $0) }), let target = FuzzTarget.all[name] else {
    print("fuzz NAME …, where NAME is one of: \(FuzzTarget.all.keys.sorted().joined(separator: " "))")
    exit(2)
  }
  if name == "search", count.pointee > 2, words[2].map({ String(cString: $0) }) == "beginning" {
    FileHandle.standardOutput.write(Data(SearchTarget.beginning()))
    exit(0)
  }
  words[1] = words[0]
  list.pointee = words + 1
  count.pointee -= 1
  FuzzTarget.chosen = target
  // What is worked out once is not the first input's.
  target([])
  return 0
}

@c(LLVMFuzzerTestOneInput)
func test(_ bytes: UnsafePointer<UInt8>, _ size: Int) -> Int32 {
  FuzzTarget.chosen(Array(UnsafeBufferPointer(start: bytes, count: size)))
  return 0
}
