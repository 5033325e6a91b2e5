public import Configuration
import FoundationEssentials
import Shared
public import Telemetry

/// The destination of traces, by the variables of OpenTelemetry's specification.
public struct TraceConfiguration: Sendable {
    /// With the path for traces; nil exports none.
    public var url: String?
    /// Sent with each request, usually to identify the client.
    public var headers: [String: Secret] = [:]
    public var service: String
    public var sampler = TraceSampler.parentBased(share: 1)

    private enum SamplerName: String, CaseIterable, Sendable {
        case alwaysOn = "always_on"
        case alwaysOff = "always_off"
        case ratio = "traceidratio"
        case parentBasedAlwaysOn = "parentbased_always_on"
        case parentBasedAlwaysOff = "parentbased_always_off"
        case parentBasedRatio = "parentbased_traceidratio"
    }

    public init(reading reader: inout ConfigurationReader, service name: String) {
        let endpoint = reader.optionalString(
            "OTEL_EXPORTER_OTLP_ENDPOINT",
            "Where traces are sent by OTLP over HTTP (in JSON), such as http://collector:4318; without it they are not")
        service =
            reader.optionalString("OTEL_SERVICE_NAME", "How this process is called in traces; without it docket-SERVICE")
            ?? "docket-\(name)"
        let given = reader.optionalSecret(
            "OTEL_EXPORTER_OTLP_HEADERS", "Headers sent with traces, as key=value,key=value with the values percent-encoded")
        let sampler = reader.choice(
            "OTEL_TRACES_SAMPLER", default: SamplerName.parentBasedAlwaysOn, "Which traces are recorded")
        let argument = reader.optionalString(
            "OTEL_TRACES_SAMPLER_ARG", "The share that the samplers with traceidratio record, from 0 to 1; without it 1")
        if let endpoint {
            url = Self.url(endpoint)
            // Not shown: it may hold a password.
            if url == nil {
                reader.fault(
                    "OTEL_EXPORTER_OTLP_ENDPOINT",
                    "is not an absolute http or https URL without user, password, query or fragment")
            }
        }
        if let given {
            if let headers = Self.headers(given.reveal) {
                self.headers = headers
            } else {
                reader.fault("OTEL_EXPORTER_OTLP_HEADERS", "is not of the form key=value,key=value")
            }
        }
        let wanted: Double? = argument.map { Double($0) } ?? 1
        guard let share = wanted, (0...1).contains(share) else {
            reader.fault("OTEL_TRACES_SAMPLER_ARG", "is ‘\(argument ?? "")’; it must be a number from 0 to 1")
            return
        }
        self.sampler =
            switch sampler {
            case .alwaysOn: .alwaysOn
            case .alwaysOff: .alwaysOff
            case .ratio: .ratio(share)
            case .parentBasedAlwaysOn: .parentBased(share: 1)
            case .parentBasedAlwaysOff: .parentBased(share: 0)
            case .parentBasedRatio: .parentBased(share: share)
            }
    }

    /// The address of traces under a base address (“Endpoint URLs for OTLP/HTTP” of the specification of exporters).
    static func url(_ endpoint: String) -> String? {
        guard let url = URL(string: endpoint), let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
            let host = url.host(), !host.isEmpty, url.user() == nil, url.password() == nil, url.query() == nil,
            url.fragment() == nil
        else { return nil }
        return (endpoint.hasSuffix("/") ? String(endpoint.dropLast()) : endpoint) + "/v1/traces"
    }

    /// Parses W3C's baggage format, as the specification requires: percent-encoded values, no properties.
    static func headers(_ text: String) -> [String: Secret]? {
        var headers: [String: Secret] = [:]
        for member in text.split(separator: ",") {
            let halves = member.split(separator: "=", maxSplits: 1)
            guard halves.count == 2, let value = decoded(halves[1]) else { return nil }
            let name = halves[0].trimmed.lowercased()
            guard !name.isEmpty, name.utf8.allSatisfy(MediaType.isTokenCharacter) else { return nil }
            headers[name] = Secret(value)
        }
        return headers
    }

    private static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            // Digits alone: a number may begin with a sign.
            guard rest.count >= 2, rest.prefix(2).allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        guard bytes.allSatisfy({ 0x20 <= $0 && $0 != 0x7F }) else { return nil }
        return String(validating: bytes, as: UTF8.self).map { String($0.trimmed) }
    }
}
