public import FoundationEssentials
public import Shared

/// A stage that begins no work in a process because a dependency is unavailable there.
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
    /// The service of the process.
    public let service: String
    public let cause: Cause

    public init(stage: Stage, service: String, cause: Cause) {
        self.stage = stage
        self.service = service
        self.cause = cause
    }
}

/// Reports of processes on their outages, which operators' tools read.
public protocol StageOutageStore: Sendable {
    /// Replaces the report of the lease's process on all current causes for a stage.
    func tell(_ causes: [StageOutage.Cause], of stage: Stage, _ lease: Lease) async throws(StoreError)
}
