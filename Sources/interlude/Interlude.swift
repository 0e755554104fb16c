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

        interlude init my-site     lay down a small complete site
        interlude eject FILE       copies a text or template of ours out, to be changed
        interlude build            content/ becomes public/
        interlude merge PART…      joins what build --shard made on several machines
        interlude serve            shows it in a browser, anew at every save
        interlude check FILE       says where a proxy's configuration misses the pages
        interlude trace FILE       shows one request on its way to an error page
        interlude prove FILE       says whether any request can still meet the bare page
        interlude compare OLD NEW  says which requests are answered differently
        interlude test             holds a configuration to what was expected of it
        interlude rehearse FILE    lets every upstream fail on the real proxy, in private
        interlude search QUERY     asks the built help site
        interlude explain LOG      names the cause of each line that is known trouble
        interlude migrate FILE     replaces another page service with ours
        interlude export PIPELINE  gives that knowledge to Vector, Fluent Bit, Alloy or Elasticsearch
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
