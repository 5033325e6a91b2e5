/// Lanes whose first item can start, in order: those with a waiting retry, and the others. The two kinds take turns, so
/// that neither waits for the other's end. It is pure.
struct ReadyLanes {
    private var retries: ArraySlice<StageItem.Lane> = []
    private var records: ArraySlice<StageItem.Lane> = []
    private var isRetrysTurn = true

    var count: Int { retries.count + records.count }

    mutating func append(_ lane: StageItem.Lane, hasRetry: Bool) {
        if hasRetry { retries.append(lane) } else { records.append(lane) }
    }

    /// The next lane. It may have started or been dropped meanwhile.
    mutating func popFirst() -> StageItem.Lane? {
        let takesRetry = !retries.isEmpty && (isRetrysTurn || records.isEmpty)
        isRetrysTurn = !takesRetry
        return takesRetry ? retries.popFirst() : records.popFirst()
    }
}
