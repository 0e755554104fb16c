import Diagnostics
import HAProxy
import ProxyConfig
import Testing

@Suite struct RefusalTests {
  @Test func nothing() {}
}
