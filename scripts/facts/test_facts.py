"""The runner itself: words that are not there, cells that say otherwise and answers that differ must be noticed."""
import os, sys, tempfile, unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import commands, pages, statements  # noqa: E402

PAGE = """---
title: x
sources:
  - {program: nginx, version: "1.22.1", date: 2026-11-24}
---
With **one** server nginx
never marks it, see [causes](causes.md).

| What happens | Answer | Log |
| --- | --- | --- |
| refused | 502 | `connect() failed (111: …` |
| silent | 504, later | `a \\| b` |
"""


class Facts(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        pages.CONTENT = self.folder.name
        with open(os.path.join(self.folder.name, "a.md"), "w") as file:
            file.write(PAGE)
        pages.text.cache_clear()
        pages.tables.cache_clear()

    def tearDown(self):
        self.folder.cleanup()

    def statement(self, words, expected, said=None):
        return statements.Statement("x:1", "x", "a.md", words, ["status", "nginx", "refused"], expected, said or expected.lstrip("*"))

    def test_words(self):
        self.assertTrue(pages.states("a.md", "With one server nginx never marks it, see causes."))
        self.assertFalse(pages.states("a.md", "With two servers nginx never marks it"))
        self.assertFalse(pages.states("missing.md", "anything"))

    def test_cells(self):
        self.assertTrue(pages.states("a.md", "refused >> Answer >> 502"))
        self.assertTrue(pages.states("a.md", "silent >> Answer >> 504"))
        self.assertFalse(pages.states("a.md", "refused >> Answer >> 50"))
        self.assertFalse(pages.states("a.md", "refused >> Answer >> 503"))
        self.assertFalse(pages.states("a.md", "reset >> Answer >> 502"))
        self.assertFalse(pages.states("a.md", "refused >> Status >> 502"))

    def test_answers(self):
        self.assertTrue(self.statement("refused >> Answer >> 502", "502").agrees("502"))
        self.assertFalse(self.statement("refused >> Answer >> 502", "502").agrees("503"))
        self.assertTrue(self.statement("x", "*failed (111: … upstream").agrees("connect() failed (111: Connection refused) while connecting to upstream"))
        self.assertFalse(self.statement("x", "*failed (110: …").agrees("connect() failed (111: Connection refused)"))
        self.assertTrue(self.statement("x", "~^1[01]$").agrees("11"))

    def test_words_hold_what_is_asked(self):
        self.assertIsNone(self.statement("refused >> Answer >> 502", "502").page_problem())
        self.assertIn("do not hold", self.statement("refused >> Answer >> 502", "503").page_problem())

    def test_programs(self):
        self.assertEqual(statements.program(["status", "Caddy_2.11", "refused"]), "Caddy")
        self.assertEqual(statements.program(["wait", "apache-read"]), "Apache")
        self.assertEqual(statements.program(["behaviour", "body-limit"]), "nginx")

    def test_commands(self):
        self.assertEqual(commands.bash("grep x | sort"), "")
        self.assertIn("syntax error", commands.bash("grep x | | sort"))
        self.assertEqual(commands.split("# why\nfor i in 1 2; do\n  echo $i\ndone\ngrep a b |\n  sort"),
                         ["# why\nfor i in 1 2; do\n  echo $i\ndone", "grep a b |\n  sort"])
        self.assertEqual(commands.placeholders("systemctl status <app>"), "systemctl status APP")


if __name__ == "__main__":
    unittest.main()
