public import Escaping

/// The shapes as JSON Schema (draft 2020-12), for editors that complete and check YAML.
public enum JSONSchema {
  public static func document(title: String, _ shape: ObjectShape) -> JSON {
    guard case .object(let members) = schema(.object(shape)) else { return .null }
    return .object(
      [
        .init("$schema", "https://json-schema.org/draft/2020-12/schema"),
        .init("title", .string(title)),
      ] + members)
  }

  private static func schema(_ shape: Shape) -> JSON {
    switch shape {
    case .text(let maximum):
      object([("type", "string"), ("minLength", 1)] + (maximum.map { [("maxLength", .int($0))] } ?? []))
    case .integer(let range):
      object([("type", "integer"), ("minimum", .int(range.lowerBound)), ("maximum", .int(range.upperBound))])
    case .boolean: object([("type", "boolean")])
    case .day: object([("type", "string"), ("format", "date")])
    case .webAddress(let contact):
      object([("type", "string"), ("format", "uri"), ("pattern", contact ? "^(https?://|mailto:|tel:)" : "^https?://")])
    case .choice(let words): object([("enum", .array(words.map(JSON.string)))])
    case .colour: object([("type", "string"), ("pattern", "^#[0-9a-fA-F]{6}$")])
    case .list(let element, let minimum):
      object([("type", "array"), ("items", schema(element))] + (minimum > 0 ? [("minItems", .int(minimum))] : []))
    case .object(let fields): fieldsSchema(fields)
    case .table(let key, let value):
      object([
        ("type", "object"), ("propertyNames", object([("pattern", .string(pattern(key)))])),
        ("additionalProperties", schema(value)),
      ])
    case .either(let first, let second): object([("anyOf", .array([schema(first), schema(second)]))])
    }
  }

  private static func fieldsSchema(_ shape: ObjectShape) -> JSON {
    let properties = shape.fields.map { field -> JSON.Member in
      guard case .object(let members) = schema(field.shape) else { return .init(field.name, .null) }
      return .init(field.name, .object([.init("description", .string(field.summary))] + members))
    }
    let required = shape.fields.filter(\.isRequired).map { JSON.string($0.name) }
    return object(
      [("type", "object"), ("properties", .object(properties))]
        + (required.isEmpty ? [] : [("required", .array(required))]) + [("additionalProperties", false)])
  }

  private static func pattern(_ key: Shape.KeyShape) -> String {
    switch key {
    case .statusCode: "^([45][0-9]{2}|4xx|5xx|maintenance)$"
    case .language: "^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$"
    case .dataName: "^[a-z][a-z0-9-]*$"
    case .token: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$"
    }
  }

  private static func object(_ members: [(String, JSON)]) -> JSON {
    .object(members.map { JSON.Member($0.0, $0.1) })
  }
}
