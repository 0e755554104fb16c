public import Escaping

extension Manifest {
  /// The manifest as JSON Schema (draft 2020-12).
  public static let schema: JSON = [
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Manifest of a pack of error pages",
    "type": "object",
    "required": ["version", "defaultLanguage", "languages", "codes", "formats", "files", "general"],
    "additionalProperties": false,
    "properties": [
      "version": ["const": .int(version)],
      "defaultLanguage": ["description": "The language to fall back to.", "type": "string"],
      "languages": [
        "description": "BCP 47 tags, each also the name of a folder; the default language first.",
        "type": "array", "items": ["type": "string"], "minItems": 1, "uniqueItems": true,
      ],
      "codes": [
        "description": "The status codes that have pages, ascending.",
        "type": "array", "items": code, "minItems": 1, "uniqueItems": true,
      ],
      "formats": [
        "description": "The Content-Type to serve each format with.",
        "type": "object", "additionalProperties": ["type": "string"],
      ],
      "files": [
        "description": "Every page, by language, code and format.", "type": "array", "items": file(key: "code"),
      ],
      "general": [
        "description": "The pages for a class of codes and for planned work.", "type": "array",
        "items": file(key: "name"),
      ],
    ],
  ]

  private static let code: JSON = ["type": "integer", "minimum": 400, "maximum": 599]

  private static func file(key: String) -> JSON {
    [
      "type": "object",
      "required": ["file", .string(key), "language", "format", "bytes", "class", "sha256"],
      "additionalProperties": false,
      "properties": [
        "file": ["description": "Path below the folder of this manifest.", "type": "string"],
        key: key == "code" ? code : ["enum": ["4xx", "5xx", "maintenance"]],
        "language": ["type": "string"],
        "format": ["enum": .array(Format.allCases.map { .string($0.rawValue) })],
        "bytes": ["description": "The file's size.", "type": "integer", "minimum": 1],
        "gzip": ["description": "Its size in gzip; for pages only.", "type": "integer", "minimum": 1],
        "class": [
          "description": .string(
            "The smallest budget the file fits: "
              + SizeClass.allCases.map { "\($0.rawValue) \($0.bytes)" }.joined(separator: ", ") + " bytes."),
          "enum": .array(SizeClass.allCases.map { .string($0.rawValue) }),
        ],
        "sha256": [
          "description": "Of the file's bytes, in hexadecimal.", "type": "string", "pattern": "^[0-9a-f]{64}$",
        ],
      ],
    ]
  }
}
