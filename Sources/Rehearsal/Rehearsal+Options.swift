public import Checks
public import ProxyConfig
public import Trace

extension Rehearsal {
  /// What keeps a configuration from being rehearsed.
  public struct Obstacle: Error, Sendable {
    public let message: String
    /// What the proxy's program said.
    public var output = ""
  }

  /// A configuration as it is read.
  public struct Reading {
    let project: any LoadedProxy
    /// Reads it for single traces, by way of the files given; the folders given are believed to be as they are here.
    let traced: (_ shown: [String]) -> (config: TracedConfig, files: NotedFiles)

    public init(
      _ project: any LoadedProxy, traced: @escaping (_ shown: [String]) -> (config: TracedConfig, files: NotedFiles)
    ) {
      (self.project, self.traced) = (project, traced)
    }
  }

  /// What is to be rehearsed.
  public struct Options {
    public let config: String
    public let program: ServerProgram
    public let binary: String
    /// The program's release, as far as it tells one.
    public let release: String?
    /// The release that predictions are for; nil where none makes a difference.
    public let predictedAs: String?
    public let prefix: String
    /// Folders of the proxy's machine, and where they are on this one.
    public let mappings: [DiskFiles.Mapping]
    /// Whether limits are shortened in a copy.
    public let isQuick: Bool
    /// The configuration as a trace reads it; nil for a proxy that no trace knows.
    public let read: Reading?
    /// Requests to ask where no configuration tells any.
    public let requests: [Question]

    public init(
      config: String, program: ServerProgram, binary: String, release: String?, predictedAs: String?, prefix: String,
      mappings: [DiskFiles.Mapping], isQuick: Bool, read: Reading?, requests: [Question]
    ) {
      (self.config, self.program, self.binary, self.prefix) = (config, program, binary, prefix)
      (self.release, self.predictedAs) = (release, predictedAs)
      (self.mappings, self.isQuick, self.read, self.requests) = (mappings, isQuick, read, requests)
    }
  }
}
