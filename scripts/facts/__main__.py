"""Holds the pages to the machines: `python3 scripts/facts`, or with --quick only what needs no server.

Exit code 0: every statement stands on its page and every machine agrees. 1: some do not. 2: they could not be asked.
"""
import argparse, collections, concurrent.futures, os, sys, tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import commands, network, programs, statements  # noqa: E402


def arguments():
    parser = argparse.ArgumentParser(prog="facts", description=__doc__.split("\n")[0])
    parser.add_argument("--quick", action="store_true", help="words of the pages and syntax of the commands; no server, no root")
    parser.add_argument("--only", metavar="TEXT", default="", help="statements whose id or page holds this")
    parser.add_argument("--show", action="store_true", help="print each statement with the machine's answer")
    return parser.parse_args()


def judge(lab, statement):
    """The problem, or nil."""
    kind, *rest = statement.probe
    probe = getattr(lab, kind.replace("-", "_"), None)
    if probe is None or kind.startswith("_"):
        return "", f"there is no probe “{kind}”"
    try:
        answer = str(probe(*rest))
    except Exception as error:
        return "", f"{' '.join(statement.probe)} failed: {type(error).__name__}: {str(error)[-300:]}"
    if statement.agrees(answer):
        return answer, None
    return answer, f"{statement.page} says “{statement.words}”; {' '.join(statement.probe)} answers “{answer.strip()[-400:]}”"


def ask_machines(todo, show):
    import broken, probes
    folder = tempfile.mkdtemp(prefix="facts-")
    os.chmod(folder, 0o777)
    broken.start(folder)
    lab = probes.Lab(folder)
    problems = []
    # Waiting for a timer takes no processor: enough threads that none of them waits for another.
    with concurrent.futures.ThreadPoolExecutor(len(todo) or 1) as pool:
        for statement, (answer, problem) in zip(todo, pool.map(lambda s: judge(lab, s), todo)):
            if problem:
                problems.append(f"{statement.place}: {problem}")
            elif show:
                print(f"{statement.id}: {' '.join(statement.probe)} → {answer.strip()[:120]}")
    return problems


def main():
    options = arguments()
    everything, problems = statements.load()
    chosen = [s for s in everything if options.only in s.id or options.only in s.page]
    problems += [f"{s.place}: {p}" for s in chosen if (p := s.page_problem())]
    problems += statements.unnamed_programs(chosen)
    blocks, more = commands.parse(whole=options.quick)
    problems += more + commands.gone(blocks)
    tally = [f"{len(chosen)} statements on {len({s.page for s in chosen})} pages"]
    count = f"{sum(len(b.statements) for b in blocks)} shell commands in " if not options.quick else ""
    tally.append(f"{count}{len(blocks)} blocks of shell commands parsed")
    if not options.quick:
        versions = programs.versions()
        problems += [f"{name} is not there: run scripts/install-fact-tools.sh" for name, version in versions.items() if not version]
        network.enter([os.path.dirname(os.path.abspath(__file__)), *sys.argv[1:]])
        problems += ask_machines(chosen, options.show)
        ran, found = commands.run(blocks, options.only)
        problems += found
        tally.append(f"{ran} commands that read a log or a port run on a staged machine")
        tally.append("asked: " + ", ".join(f"{name} {version}" for name, version in versions.items() if version))
        kinds = collections.Counter(s.probe[0] for s in chosen)
        tally.insert(1, ", ".join(f"{count} {kind}" for kind, count in kinds.most_common()))
    for problem in problems:
        print(problem, file=sys.stderr)
    print("facts: " + "\n       ".join(tally))
    print(f"facts: {len(problems)} problems" if problems else "facts: all agree")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
