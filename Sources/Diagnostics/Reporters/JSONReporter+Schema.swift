public import Escaping

extension Report {
  /// The JSON Schema of what `--format json` prints.
  public static let schema: JSON = [
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "What a command prints with --format json",
    "type": "object",
    "required": ["diagnostics", "summary"],
    "properties": [
      "diagnostics": ["type": "array", "items": diagnostic],
      "matrix": [
        "description": "With --matrix: what visitors see, location by failure.", "type": "array",
        "items": [
          "type": "object", "required": ["file", "server", "location", "answers"],
          "properties": [
            "file": ["type": "string"], "server": ["type": "string"], "location": ["type": "string"],
            "answers": [
              "description": "By failure: the status and where the body comes from; \"?\" for what cannot be known.",
              "type": "object", "additionalProperties": ["type": "string"],
            ],
          ],
        ],
      ],
      "summary": [
        "type": "object", "required": ["errors", "warnings", "infos"],
        "properties": [
          "errors": ["type": "integer"], "warnings": ["type": "integer"], "infos": ["type": "integer"],
        ],
      ],
    ],
  ]

  private static let diagnostic: JSON = [
    "type": "object",
    "required": ["rule", "severity", "file", "line", "column", "message", "help", "related"],
    "properties": [
      "rule": ["type": "string"],
      "severity": ["enum": ["error", "warning", "info"]],
      "file": ["type": "string"],
      "line": ["description": "From 1.", "type": "integer"],
      "column": ["description": "From 1, in Unicode scalars.", "type": "integer"],
      "endLine": ["type": "integer"],
      "endColumn": ["type": "integer"],
      "message": ["type": "string"],
      "notes": ["type": "array", "items": ["type": "string"]],
      "help": ["type": ["string", "null"]],
      "helpUri": [
        "description": "The page about the rule, when --site says where the help site is.", "type": "string",
      ],
      "trace": [
        "description": "A request that shows it: the command that follows it again, and what the visitor gets.",
        "type": "object", "required": ["command", "answer"],
        "properties": ["command": ["type": "string"], "answer": ["type": "string"]],
      ],
      "related": [
        "type": "array",
        "items": [
          "type": "object", "required": ["file", "line", "column", "message"],
          "properties": [
            "file": ["type": "string"], "line": ["type": "integer"], "column": ["type": "integer"],
            "message": ["type": "string"],
          ],
        ],
      ],
    ],
  ]
}
