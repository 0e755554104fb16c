internal import ArgumentParser
internal import Building
internal import Diagnostics

/// The root command.
struct Interlude: ParsableCommand {
  static let version = "0.2.0"

  static let configuration = CommandConfiguration(
    commandName: "interlude",
    abstract: "Error pages a proxy can serve when its upstream is gone, and the help site they link to.",
    discussion: """
      A folder of Markdown goes in; branded, self-contained error pages and a help site come out.

        interlude init my-site     creates a small complete site
        interlude eject FILE       copies a built-in text or template, to be changed
        interlude build            content/ becomes public/
        interlude merge PART…      joins what build --shard made on several machines
        interlude serve            previews it in a browser, rebuilt at every save
        interlude check FILE       finds where a proxy's configuration misses the pages
        interlude trace FILE       shows one request on its way to an error page
        interlude prove FILE       proves that no request shows the bare page, or finds one
        interlude compare OLD NEW  finds the requests that are answered differently
        interlude test             checks a configuration against expected answers
        interlude rehearse FILE    makes every upstream fail on the real proxy, in a sandbox
        interlude search QUERY     searches the built help site
        interlude explain LOG      names the cause of each line it recognises
        interlude migrate FILE     replaces another page service with ours
        interlude export PIPELINE  gives the same rules to Vector, Fluent Bit, Alloy or Elasticsearch
      """,
    version: "interlude \(version)",
    subcommands: [
      BuildCommand.self, MergeCommand.self, ServeCommand.self, CheckCommand.self, TraceCommand.self, ProveCommand.self,
      CompareCommand.self,
      TestCommand.self,
      RehearseCommand.self, RulesCommand.self,
      ExplainCommand.self, ExportCommand.self, SearchCommand.self, InitCommand.self, EjectCommand.self,
      LanguagesCommand.self,
      SchemaCommand.self, MigrateCommand.self,
    ])

  /// What a build takes itself for.
  static let program = ProgramIdentity(version: version)
  static let tool = ToolDescription(name: "interlude", version: version, address: "https://interlude.example/")
}
