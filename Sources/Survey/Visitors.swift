import ProxyConfig
import Trace

/// Where visitors come from.
enum Visitors {
  /// One address of each part that networks cut the world into, that of an ordinary visitor first.
  static func addresses(_ networks: [AddressRange]) -> [[UInt8]] {
    // Of networks in each other the smallest one counts.
    let networks = networks.sorted { $0.bits > $1.bits }
    func part(_ address: String) -> Int { networks.firstIndex { $0.contains(address) == true } ?? networks.count }
    var found = [Request.outsideAddress]
    var parts: Set<Int> = [part(Request.outsideAddress)]
    for network in networks {
      for address in network.examples where parts.insert(part(address)).inserted { found.append(address) }
    }
    return found.map { Array($0.utf8) }
  }
}
