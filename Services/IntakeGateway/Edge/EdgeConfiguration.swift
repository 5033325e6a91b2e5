import Configuration
import Domain
import HTTPServer

/// The configuration of proxies, browsers and limits between the gateway and the internet.
struct EdgeConfiguration: Sendable {
    var proxies = TrustedProxies()
    var cors: CORSPolicy?
    /// The origins whose pages may frame the page of a link.
    var frames: [String] = []
    var addressLimits = RequestLimits()
    var tenantLimits = TenantLimits()

    init() {}

    /// The origins that the operator has named; empty if all may call.
    var namedOrigins: Set<String> { if case .these(let origins)? = cors?.origins { origins } else { [] } }

    init(reading reader: inout ConfigurationReader) {
        proxies = Self.proxies(&reader)
        let origins = reader.list(
            "DOCKET_CORS_ORIGINS", default: [],
            "Web pages that may call from a browser, as scheme://host[:port]; * for every one, nothing for none")
        if origins == ["*"] {
            cors = CrossOrigin.policy(.all)
        } else if !origins.isEmpty {
            for origin in origins where !CORSPolicy.isOrigin(origin) {
                reader.fault(
                    "DOCKET_CORS_ORIGINS", "names ‘\(origin)’; an origin is like https://app.example, without a path, or * alone")
            }
            cors = CrossOrigin.policy(.these(Set(origins)))
        }
        frames = reader.list(
            "DOCKET_FRAME_ORIGINS", default: [],
            "Web pages that may show the page of a link in a frame, as scheme://host[:port]; nothing for none")
        for origin in frames where !CORSPolicy.isOrigin(origin) {
            reader.fault("DOCKET_FRAME_ORIGINS", "names ‘\(origin)’; an origin is like https://app.example, without a path")
        }
        addressLimits.rate = Self.limit(
            &reader, "DOCKET_ADDRESS_RATE", default: 300,
            "Requests per second from one address in the long run; ten seconds' worth may come at once; 0 for no limit")
        addressLimits.concurrency = Self.limit(
            &reader, "DOCKET_ADDRESS_CONCURRENCY", default: 1000, "Requests at once from one address; 0 for no limit")
        var all = RequestLimits()
        all.rate = Self.limit(
            &reader, "DOCKET_TENANT_RATE", default: 5000,
            "Requests per second of one tenant in the long run; ten seconds' worth may come at once; 0 for no limit")
        all.concurrency = Self.limit(
            &reader, "DOCKET_TENANT_CONCURRENCY", default: 5000, "Requests at once of one tenant; 0 for no limit")
        all.streams = Self.limit(
            &reader, "DOCKET_TENANT_STREAMS", default: 5000,
            "Streams of events of one tenant that are open at once, besides its requests; 0 for no limit")
        all.uploads = reader.integer(
            "DOCKET_TENANT_UPLOADS", default: QuotaLimits.tenant.files, in: 1...1_000_000,
            "Uploads of one tenant that are under way at once, with finished parts that are not joined yet")
        all.uploadBytes = reader.bytes(
            "DOCKET_TENANT_UPLOAD_BYTES", default: QuotaLimits.tenant.bytes, in: 1_000_000...1_000_000_000_000_000,
            "Bytes that the uploads of one tenant that are under way may have announced and brought in all")
        let named = reader.list(
            "DOCKET_TENANT_LIMITS", default: [],
            "Tenants with limits of their own, as tenant:rate=50:concurrency=20:streams=100:body=10000000:uploads=100:upload-bytes=1000000000 (body and upload-bytes in bytes)"
        )
        do throws(TenantLimits.Fault) {
            tenantLimits = try TenantLimits.parse(named, all: all)
        } catch {
            reader.fault("DOCKET_TENANT_LIMITS", error.description)
        }
    }

    private static func limit(
        _ reader: inout ConfigurationReader, _ name: String, default fallback: Int, _ help: String
    ) -> Int? {
        let number = reader.integer(name, default: fallback, in: 0...1_000_000, help)
        return number == 0 ? nil : number
    }

    private static func proxies(_ reader: inout ConfigurationReader) -> TrustedProxies {
        var proxies = TrustedProxies()
        let names = reader.list(
            "DOCKET_TRUSTED_PROXIES", default: [],
            "Addresses or blocks (10.0.0.0/8, fd00::/8) of the proxies that are believed about whose request they pass on")
        for name in names {
            if let block = AddressBlock(parsing: name) {
                proxies.blocks.append(block)
            } else {
                reader.fault(
                    "DOCKET_TRUSTED_PROXIES",
                    "names ‘\(name)’; it must be an IP address or a block such as 10.0.0.0/8 with no bits set beyond its prefix")
            }
        }
        proxies.header = reader.choice(
            "DOCKET_FORWARDED_HEADER", default: TrustedProxies.Header.xForwardedFor,
            "The header in which trusted proxies name the client; the other one is never read")
        proxies.sendProxyHeader = reader.bool(
            "DOCKET_PROXY_PROTOCOL", default: false,
            "Whether connections of trusted proxies begin with a header of the PROXY protocol, version 1 or 2")
        if proxies.sendProxyHeader, names.isEmpty {
            reader.fault("DOCKET_PROXY_PROTOCOL", "is true without DOCKET_TRUSTED_PROXIES; name the proxies that send it")
        }
        return proxies
    }
}
