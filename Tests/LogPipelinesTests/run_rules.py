"""Plays log lines through exported rules in the engines that run them, and prints what each line was labelled with.

usage: run_rules.py PIPELINE RULES LINES [PROGRAM]

LINES holds one log line a line. Prints the cause of each, or "-", one a line. PIPELINE is `vector` (the compiler and
runtime of the Vector Remap Language), `fluent-bit` (LuaJIT, which PROGRAM names; Fluent Bit embeds it), `promtail` (RE2,
the regular expressions that Loki's selectors are written in) or `elastic` (Groovy, which PROGRAM names; Painless is a
subset of it in all that the script uses).
"""

import json
import re
import subprocess
import sys
import tempfile


def vector(rules, lines):
    import pyvrl
    import yaml

    program = yaml.safe_load(rules)["transforms"]["interlude"]["source"]
    # The value of the last expression is handed back; in Vector the event itself goes on.
    transform = pyvrl.Transform(program + "\n.")
    for line in lines:
        yield (transform.remap({"message": line}).get("interlude") or {}).get("cause", "-")


def fluent_bit(rules, lines, luajit):
    driver = """
        dofile(arg[1])
        for line in io.lines(arg[2]) do
          local code, _, record = interlude("tag", 0, { log = line })
          print(code == 2 and record.interlude_cause or "-")
        end
    """
    return run(driver, rules, lines, luajit)


def run(driver, rules, lines, program):
    with tempfile.TemporaryDirectory() as folder:
        for name, text in (("driver", driver), ("rules", rules), ("lines", "".join(f"{line}\n" for line in lines))):
            with open(f"{folder}/{name}", "w", encoding="utf-8", newline="") as file:
                file.write(text)
        output = subprocess.run(
            [program, f"{folder}/driver", f"{folder}/rules", f"{folder}/lines"], capture_output=True, text=True)
        if output.returncode:
            sys.exit(output.stdout + output.stderr)
        return output.stdout.splitlines()


def promtail(rules, lines):
    """The match stages as Promtail runs them: a selector of labels and filters, then the stages inside."""
    import re2
    import yaml

    part = re.compile(r'\s*(\|=|\|~|!~)\s*("(?:[^"\\]|\\.)*")')
    head = '{job=~".+", interlude_cause=""}'

    def compiled(stages):
        result = []
        for stage in stages:
            if "static_labels" in stage:
                result.append(("labels", stage["static_labels"]))
                continue
            selector = stage["match"]["selector"]
            assert selector.startswith(head), selector
            filters, at = [], len(head)
            while at < len(selector):
                found = part.match(selector, at)
                assert found, selector[at:]
                text = json.loads(found[2])
                filters.append((found[1], text if found[1] == "|=" else re2.compile(text)))
                at = found.end()
            result.append(("match", filters, compiled(stage["match"]["stages"])))
        return result

    def passes(line, filters):
        for operator, what in filters:
            if operator == "|=" and what not in line:
                return False
            if operator != "|=" and bool(what.search(line)) != (operator == "|~"):
                return False
        return True

    def play(line, stages, labels):
        for stage in stages:
            if stage[0] == "labels":
                labels.update(stage[1])
            elif "interlude_cause" not in labels and passes(line, stage[1]):
                play(line, stage[2], labels)
        return labels

    stages = compiled(yaml.safe_load(rules)["pipeline_stages"])
    for line in lines:
        yield play(line, stages, {}).get("interlude_cause", "-")


def elastic(rules, lines, groovy):
    driver = """
        import groovy.json.JsonSlurper
        def script = new JsonSlurper().parse(new File(args[0])).processors[0].script
        def compiled = new GroovyShell().parse(script.source)
        new File(args[1]).eachLine { line ->
          def ctx = [message: line]
          compiled.binding = new Binding([ctx: ctx, params: script.params])
          compiled.run()
          println(ctx.interlude?.cause ?: "-")
        }
    """
    return run(driver, rules, lines, groovy)


def main():
    pipeline, rules, lines = sys.argv[1:4]
    with open(rules, encoding="utf-8") as file:
        rules = file.read()
    with open(lines, encoding="utf-8", newline="") as file:
        lines = [line for line in file.read().split("\n")][:-1]
    play = {"vector": vector, "fluent-bit": fluent_bit, "promtail": promtail, "elastic": elastic}[pipeline]
    for cause in play(rules, lines, *sys.argv[4:]):
        print(cause)


main()
