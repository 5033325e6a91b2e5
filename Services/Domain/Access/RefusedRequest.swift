public import Shared

/// Requests of a tenant's own programs that were refused alike within a minute. Nothing of what they sent is in it.
public struct RefusedRequest: Sendable, Hashable {
    public let tenant: TenantID
    /// The minute's beginning.
    public let minute: Timestamp
    /// `key:…`, or `token` for whoever had none.
    public let actor: String
    /// By its name in the description.
    public let operation: String
    public let status: Int
    /// The last part of the problem's type.
    public let problem: String

    public init(tenant: TenantID, minute: Timestamp, actor: String, operation: String, status: Int, problem: String) {
        self.tenant = tenant
        self.minute = minute
        self.actor = actor
        self.operation = operation
        self.status = status
        self.problem = problem
    }
}
