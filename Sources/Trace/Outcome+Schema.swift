public import Escaping

extension Outcome {
  /// The JSON Schema of what `trace --format json` prints.
  public static let schema: JSON = [
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "What interlude trace prints",
    "type": "object",
    "required": ["status", "body", "headers", "location", "steps", "asked", "certainty"],
    "properties": [
      "status": [
        "description": "The status line's number; 0 when the visitor gets no status line.", "type": "integer",
        "minimum": 0, "maximum": 999,
      ],
      "body": [
        "type": "object", "required": ["kind"],
        "properties": [
          "kind": ["enum": ["file", "builtin", "upstream", "inline", "redirect", "none"]],
          "path": ["description": "With kind file: its path on the proxy's machine.", "type": "string"],
          "text": ["description": "With kind inline: the text in the configuration.", "type": "string"],
        ],
      ],
      "headers": [
        "description": "By name in small letters.", "type": "object", "additionalProperties": ["type": "string"],
      ],
      "location": ["type": ["string", "null"]],
      "steps": [
        "type": "array",
        "items": [
          "type": "object", "required": ["file", "line", "what"],
          "properties": [
            "file": ["type": ["string", "null"]], "line": ["type": ["integer", "null"]], "what": ["type": "string"],
          ],
        ],
      ],
      "asked": [
        "description": "Which upstreams are asked, in order, and what each is sent.", "type": "array",
        "items": [
          "type": "object", "required": ["address", "protocol", "method", "uri", "host", "headers", "dropped"],
          "properties": [
            "address": ["type": "string"],
            "protocol": ["enum": .array(Outcome.Asked.WireProtocol.allCases.map { .string($0.rawValue) })],
            "method": ["type": "string"],
            "uri": ["description": "Path and query; null when it cannot be known.", "type": ["string", "null"]],
            "host": ["description": "The Host header; null when it cannot be known.", "type": ["string", "null"]],
            "headers": [
              "description":
                "Those that the configuration or the proxy sets; for FastCGI, uwsgi and SCGI the parameters.",
              "type": "object", "additionalProperties": ["type": "string"],
            ],
            "dropped": [
              "description": "The visitor's headers that are not passed on; * for all.", "type": "array",
              "items": ["type": "string"],
            ],
          ],
        ],
      ],
      "certainty": ["enum": ["exact", "unknown"]],
      "reason": ["description": "With certainty unknown: what the answer depends on.", "type": "string"],
    ],
  ]
}
