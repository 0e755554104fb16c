internal import CZlib

/// How many bytes gzip makes of some data at its highest level, by the zlib that is part of the program.
enum GzipSize {
  static func of(_ bytes: [UInt8]) -> Int { Int(interlude_gzip_size(bytes, UInt32(bytes.count))) }
}
