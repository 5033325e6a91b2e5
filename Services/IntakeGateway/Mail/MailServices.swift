import EventLoop
import PostgresStore

/// What is needed where mail is taken and assigned.
struct MailServices: Sendable {
    let store: MailStore
    /// For reading what lies in the blob store.
    let pool: BlockingPool
}
