import Diagnostics
import ProxyConfig
import Trace

/// What came of a `.htaccess`.
enum HtaccessResult {
  case missing
  case settings(Settings, number: Int)
  /// It cannot be read, or says what it may not say.
  case broken(String, Place)
}

extension Run {
  /// Reads the `.htaccess` of a folder, if it is allowed to say something; the status when that goes wrong.
  func htaccess(_ folder: ByteText, _ layers: inout Layers) throws -> Int? {
    let allowed = layers.allowOverride
    if let allowed, allowed.classes.isEmpty, allowed.names.isEmpty { return nil }
    for name in server.accessFile {
      let path = (folder + ByteText(name)).string
      switch read(path, folder, allowed) {
      case .missing: continue
      case .settings(let settings, let number):
        layers.add(settings, number)
        return nil
      case .broken(let reason, let place):
        tell("\(path) \(reason), so everything below its folder is answered with 500", at: place, .raised(500))
        return 500
      }
    }
    return nil
  }

  private func read(_ path: String, _ folder: ByteText, _ allowed: Settings.AllowOverride?) -> HtaccessResult {
    if let known = htaccess[path] { return known }
    let result = readNew(path, folder, allowed)
    htaccess[path] = result
    return result
  }

  private func readNew(_ path: String, _ folder: ByteText, _ allowed: Settings.AllowOverride?) -> HtaccessResult {
    let source: Source
    do throws(FileTrouble) { source = Source(name: path, bytes: try files.read(path)) } catch {
      return error == .missing || error == .notADirectory
        ? .missing : .broken(error.explanation, Place(file: path))
    }
    let (directives, damage) = ApacheReader.htaccess(source, model.config, files)
    var problems = damage.sorted
    var validation = Validation(modules: model.config.modules, hasForeign: !model.config.foreignModules.isEmpty)
    validation.allowed = allowed ?? Settings.AllowOverride(classes: [])
    validation.check(directives)
    problems += validation.problems
    // Numbers of .htaccess files lie above those of the model.
    let number = 1_000_000 + htaccess.count
    var reader = SettingsReader(
      builder: ModelBuilder(model.config, firstNumber: number * 1000), context: .directory(folder))
    var none = server
    for directive in directives.effective { reader.readCommon(directive, &none) }
    reader.finish()
    problems += reader.builder.problems
    if let problem = problems.first(where: { $0.severity == .error }) {
      return .broken("is refused: \(problem.message)", problem.place)
    }
    return .settings(reader.settings, number: number)
  }
}
