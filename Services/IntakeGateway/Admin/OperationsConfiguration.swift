import Configuration
import EventLoop
import Operations
import ServiceRuntime
import Shared

/// The configuration of operators' access.
struct OperationsConfiguration: Sendable {
    enum Surface: String, CaseIterable, Sendable {
        /// No access.
        case off
        /// Access on a separate listener.
        case `private`
        /// Access on the public listener.
        case `public`
    }

    /// The number of operators whose requests an erasure needs.
    enum Erasing: String, CaseIterable, Sendable { case one, two }

    var surface = Surface.off
    var address: SocketAddress?
    var erasing = Erasing.one
    /// The file with the ledger of erasures; nil for none.
    var ledger: String?
    /// The address of a Prometheus with the last hours; nil for none.
    var prometheus: String?
    /// The admin addresses of services.
    var services: [AdminAddress] = []

    init() {}

    init(reading reader: inout ConfigurationReader) {
        surface = reader.choice(
            "DOCKET_ADMIN_API", default: Surface.private,
            "Where /v1/admin is served: private for a listener of its own, public for the one of clients, off for none")
        address = reader.address(
            "DOCKET_ADMIN_API_ADDRESS", default: "127.0.0.1:8090",
            "Where operators reach the gateway, which serves them all that it serves others, and /v1/admin")
        erasing = reader.choice(
            "DOCKET_ERASURE", default: Erasing.one,
            "How many operators have to ask for an erasure over /v1/admin: one, or two, of whom the second agrees within a week")
        ledger = reader.optionalString(
            "DOCKET_ERASURE_LEDGER",
            "A file in which erasures are noted before they are done, ids alone, for `docket erase --again` after a restore; that "
                + "of each gateway is its own")
        prometheus = reader.optionalString(
            "DOCKET_PROMETHEUS_URL",
            "A Prometheus that scrapes this installation, such as http://127.0.0.1:9090; the desk draws the last hours from it")
        if let prometheus, !prometheus.hasPrefix("http://"), !prometheus.hasPrefix("https://") {
            reader.fault("DOCKET_PROMETHEUS_URL", "is ‘\(prometheus)’; it has to begin with http:// or https://")
        }
        let named = reader.list(
            "DOCKET_SERVICES", default: [],
            "The admin addresses of services, as NAME=http://HOST:PORT, of which /v1/admin/status tells")
        for entry in named {
            let halves = entry.split(at: "=", maxSplits: 1).map(String.init)
            guard halves.count == 2, halves[1].hasPrefix("http://") || halves[1].hasPrefix("https://") else {
                reader.fault("DOCKET_SERVICES", "names ‘\(entry)’; a service is like validation=http://10.0.0.5:9082")
                continue
            }
            services.append(AdminAddress(name: halves[0], url: halves[1]))
        }
    }
}
