public import Escaping

extension Proof {
  /// The JSON Schema of what `prove --format json` prints.
  public static let schema: JSON = [
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "What interlude prove prints",
    "type": "object",
    "required": ["universe", "classes", "passes", "proved", "counterexamples", "undecided"],
    "additionalProperties": false,
    "properties": [
      "universe": ["description": "The requests that are spoken of, in words.", "type": "string"],
      "classes": ["description": "How many kinds of requests there are.", "type": "integer", "minimum": 0],
      "passes": ["description": "How many places ask an upstream.", "type": "integer", "minimum": 0],
      "proved": ["description": "At how many of them no visitor meets it.", "type": "integer", "minimum": 0],
      "counterexamples": [
        "description": "The easiest to read first.", "type": "array",
        "items": [
          "type": "object",
          "required": [
            "request", "headers", "failure", "status", "body", "wrong", "file", "line", "command",
          ],
          "additionalProperties": false,
          "properties": [
            "request": ["description": "Method and address.", "type": "string"],
            "headers": headers, "failure": failure, "status": status, "body": body,
            "wrong": ["enum": ["bare", "auth", "status", "cache"]],
            "file": ["type": ["string", "null"]], "line": ["type": ["integer", "null"]],
            "command": ["description": "The command that shows it.", "type": "string"],
          ],
        ],
      ],
      "undecided": undecidedSchema,
    ],
  ]

  fileprivate static let headers: JSON = ["type": "object", "additionalProperties": ["type": "string"]]
  fileprivate static let failure: JSON = [
    "description": "What the upstream does.", "type": "string",
    "pattern": "^(none|refused|timeout|closed|garbage|too-big-header|no-live-upstream|status:[0-9]{3})$",
  ]
  fileprivate static let status: JSON = [
    "description": "0 when the visitor gets no status line.", "type": "integer", "minimum": 0, "maximum": 999,
  ]
  fileprivate static let body: JSON = ["enum": ["file", "builtin", "upstream", "inline", "redirect", "none"]]
  fileprivate static let undecidedSchema: JSON = [
    "description": "What could not be followed.", "type": "array",
    "items": [
      "type": "object", "required": ["file", "line", "reason"], "additionalProperties": false,
      "properties": [
        "file": ["type": ["string", "null"]], "line": ["type": ["integer", "null"]], "reason": ["type": "string"],
      ],
    ],
  ]
}

extension Comparison {
  /// The JSON Schema of what `compare --format json` prints.
  public static let schema: JSON = [
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "What interlude compare prints",
    "type": "object",
    "required": ["universe", "classes", "differences", "undecided"],
    "additionalProperties": false,
    "properties": [
      "universe": ["description": "The requests that are spoken of, in words.", "type": "string"],
      "classes": ["description": "How many kinds of requests there are.", "type": "integer", "minimum": 0],
      "differences": [
        "description": "One for each pair of places that decide, the shortest request first.", "type": "array",
        "items": [
          "type": "object",
          "required": ["request", "headers", "client", "body_length", "failure", "old", "new", "places"],
          "additionalProperties": false,
          "properties": [
            "request": ["description": "Method and address.", "type": "string"],
            "headers": Proof.headers,
            "client": ["description": "The visitor's address.", "type": ["string", "null"]],
            "body_length": ["type": "integer", "minimum": 0],
            "failure": Proof.failure, "old": side, "new": side,
            "places": [
              "description": "The words that decide, as file and line.", "type": "array", "items": ["type": "string"],
            ],
          ],
        ],
      ],
      "undecided": Proof.undecidedSchema,
    ],
  ]

  private static let side: JSON = [
    "type": "object", "required": ["status", "body", "location", "upstream"], "additionalProperties": false,
    "properties": [
      "status": Proof.status,
      "body": [
        "description": "Its kind; of a file its path as well.", "type": "string",
        "pattern": "^(file:.*|builtin|upstream|inline|redirect|none)$",
      ],
      "location": ["type": ["string", "null"]],
      "upstream": [
        "description": "The group whose answer it is.", "type": ["array", "null"], "items": ["type": "string"],
      ],
    ],
  ]
}
