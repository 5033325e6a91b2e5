/// A Content-Type with its parameters (RFC 9110 §8.3.1).
public struct MediaTypeHeader: Hashable, Sendable {
    /// `type/subtype` in lower case.
    public let essence: String
    /// Values by the lower-case names of the parameters, unquoted.
    public let parameters: [String: String]

    public init(_ text: String) {
        var parts = HeaderParameters.split(text)
        essence = parts.isEmpty ? "" : parts.removeFirst().lowercased()
        parameters = HeaderParameters.parse(parts)
    }
}

/// `value; name=token; name="quoted string"`: the common form of several headers (RFC 9110 §5.6.6).
enum HeaderParameters {
    /// The trimmed parts between semicolons outside of quotes.
    static func split(_ text: String) -> [String] {
        var parts: [String] = []
        var part = ""
        var isQuoted = false
        var isEscaped = false
        for character in text.unicodeScalars {
            if isEscaped {
                isEscaped = false
            } else if isQuoted, character == "\\" {
                isEscaped = true
            } else if character == "\"" {
                isQuoted.toggle()
            } else if character == ";", !isQuoted {
                parts.append(String(part.trimmingBlanks()))
                part = ""
                continue
            }
            part.unicodeScalars.append(character)
        }
        parts.append(String(part.trimmingBlanks()))
        return parts
    }

    /// Of two parameters with one name the first counts.
    static func parse(_ parts: [String]) -> [String: String] {
        var parameters: [String: String] = [:]
        for part in parts {
            guard let equals = part.utf8.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let name = part[..<equals].trimmingBlanks().lowercased()
            let value = part[part.utf8.index(after: equals)...].trimmingBlanks()
            if !name.isEmpty, parameters[name] == nil { parameters[name] = unquote(value) }
        }
        return parameters
    }

    private static func unquote(_ value: Substring) -> String {
        let scalars = value.unicodeScalars
        guard scalars.count >= 2, scalars.first == "\"", scalars.last == "\"" else { return String(value) }
        var text = String.UnicodeScalarView()
        var isEscaped = false
        for scalar in scalars.dropFirst().dropLast() {
            if scalar == "\\", !isEscaped {
                isEscaped = true
            } else {
                isEscaped = false
                text.append(scalar)
            }
        }
        return String(text)
    }
}
