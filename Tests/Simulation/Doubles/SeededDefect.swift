import Domain
@testable import Support
import Synchronization

/// Known defects that the doubles can put in, to prove that the oracle sees them.
enum SeededDefect: String, CaseIterable, Sendable {
    /// An outbox row is marked when it is claimed, not on its delivery report.
    case markBeforeReport
    /// A position is stored when its record is read, not after the COMMIT.
    case storeBeforeCommit
    /// Rows of others are taken over without a look at their lease, and without a new epoch.
    case adoptWithoutLease
    /// An item runs alone in its loop, and not in its process.
    case turnPerLoop
    /// An item whose end the database refused twice stays begun in the name of a process that lives.
    case endDropped
}

extension MemoryStore {
    /// `adoptOrphans` with the defect of `SeededDefect.adoptWithoutLease`.
    func adoptEverything(_ lease: Lease) -> Int {
        state.withLock { state in
            let others = state.outbox.indices.filter {
                state.outbox[$0].published == nil && state.outbox[$0].owner != lease.instance
            }
            for index in others { state.outbox[index].owner = lease.instance }
            return others.count
        }
    }
}
