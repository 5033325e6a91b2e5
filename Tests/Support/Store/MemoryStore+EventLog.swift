public import Domain
public import Shared
import Synchronization

extension MemoryStore: EventLog {
    public func events(
        of submission: SubmissionID, afterSequence: Int, limit: Int
    ) async throws(StoreError) -> [RecordedEvent] {
        state.withLock { state in
            let found = state.events.filter { $0.submission == submission && $0.sequence > afterSequence }
            return Array(found.sorted { $0.sequence < $1.sequence }.prefix(limit))
        }
    }

    public func unfinishedPredecessors(
        of events: [EventID], stage: Stage, types: [EventType]
    ) async throws(StoreError) -> [RecordedEvent] {
        state.withLock { state in
            let given = state.events.filter { events.contains($0.id) }
            let found = state.events.filter { event in
                types.contains(event.type) && !events.contains(event.id)
                    && given.contains { $0.submission == event.submission && $0.sequence > event.sequence }
                    && (state.items[WorkItemKey(stage: stage, eventID: event.id)].map { $0.status == .pending } ?? true)
            }
            return found.sorted { ($0.submission, $0.sequence) < ($1.submission, $1.sequence) }
        }
    }
}
