import FoundationEssentials
import Shared

@testable import PostgresStore

extension EndpointNotice {
    /// Only the store makes one. No other file here sees what is internal to it: its arithmetic would be ambiguous beside the service's.
    static func failing(at time: Timestamp) -> EndpointNotice {
        EndpointNotice(
            id: UUID(), endpoint: "01934b1c-8e1f-7c4a-9d1b-6d2f0e3a5b7c",
            url: "https://hooks.acme.example/docket/outcomes?key=1", contact: .success("ops@acme.example"), because: .failing,
            notedAt: time, attempt: 1)
    }
}
