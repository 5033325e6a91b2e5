import Shared

/// Lanes whose first item can start: those with a waiting retry, and the others. The two kinds take turns, so that neither waits
/// for the other's end, and in each of them the tenants do, and of each tenant the partitions. It is pure.
struct ReadyLanes {
    private var retries: TenantTurns<StageItem.Lane>
    private var records: TenantTurns<StageItem.Lane>
    private var isRetrysTurn = true
    private let settings: TurnSettings

    init(_ settings: TurnSettings = TurnSettings()) {
        self.settings = settings
        (retries, records) = (TenantTurns(settings), TenantTurns(settings))
    }

    var count: Int { retries.count + records.count }

    /// Adds the lane whose next item this is.
    mutating func append(_ lane: StageItem.Lane, before item: StageItem?, hasRetry: Bool) {
        let (header, partition) = (item?.event?.header, item?.origin?.partition)
        let isBulk = header.map { settings.isBulk($0.journey) } ?? false
        if hasRetry {
            retries.append(lane, of: header?.tenant, from: partition, isBulk: isBulk)
        } else {
            records.append(lane, of: header?.tenant, from: partition, isBulk: isBulk)
        }
    }

    /// The next lane. It may have started or been dropped meanwhile.
    mutating func popFirst() -> StageItem.Lane? {
        let takesRetry = retries.count > 0 && (isRetrysTurn || records.count == 0)
        isRetrysTurn = !takesRetry
        return takesRetry ? retries.popFirst() : records.popFirst()
    }
}
