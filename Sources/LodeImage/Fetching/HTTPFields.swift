/// The header fields of a message, in order; names are compared without regard to case.
///
/// RFC 9110, §5.
public struct HTTPFields: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  /// One field line.
  public struct Field: Hashable, Sendable {
    /// The name as it was received.
    public var name: String

    /// The value without surrounding white space.
    public var value: String

    /// Creates a field line.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// All field lines, in order.
  public private(set) var fields: [Field]

  /// Creates fields from field lines.
  public init(_ fields: [Field] = []) {
    self.fields = fields
  }

  /// Creates fields from a dictionary literal, in its order.
  public init(dictionaryLiteral elements: (String, String)...) {
    fields = elements.map { Field(name: $0, value: $1) }
  }

  /// Adds a field line.
  public mutating func append(name: String, value: String) {
    fields.append(Field(name: name, value: value))
  }

  /// The values of all lines called `name`, joined by commas (RFC 9110, §5.3); `nil` if there are none.
  ///
  /// - Complexity: O(*fields*).
  public subscript(name: String) -> String? {
    var joined: String?
    for field in fields where field.name.matchesFieldName(name) {
      joined = joined.map { "\($0), \(field.value)" } ?? field.value
    }
    return joined
  }
}

extension String {
  fileprivate func matchesFieldName(_ other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    return zip(utf8, other.utf8).allSatisfy { $0.asciiLowercased == $1.asciiLowercased }
  }
}

extension UInt8 {
  fileprivate var asciiLowercased: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
  }
}
