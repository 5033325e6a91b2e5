public import FoundationEssentials
public import Shared

/// A stage that begins nothing in one process, because something is away that it needs there.
public struct StageOutage: Sendable, Hashable {
    public struct Cause: Sendable, Hashable {
        public let dependency: Dependency
        /// In words for an operator.
        public let reason: String
        public let since: Date

        public init(dependency: Dependency, reason: String, since: Date) {
            self.dependency = dependency
            self.reason = reason
            self.since = since
        }
    }

    public let stage: Stage
    /// The process: its name and its id.
    public let service: String
    public let instance: InstanceID
    public let cause: Cause

    public init(stage: Stage, service: String, instance: InstanceID, cause: Cause) {
        self.stage = stage
        self.service = service
        self.instance = instance
        self.cause = cause
    }
}

/// What processes say of what they are kept from, for operators' tools.
public protocol StageOutageStore: Sendable {
    /// All that keeps the stage from its work in the process that holds the lease, in place of what it has said before.
    func tell(_ causes: [StageOutage.Cause], of stage: Stage, _ lease: Lease) async throws(StoreError)

    /// Of living processes.
    func outages() async throws(StoreError) -> [StageOutage]
}
