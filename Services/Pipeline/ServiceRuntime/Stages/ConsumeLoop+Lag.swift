import EventLoop
import Kafka
import Shared
import Synchronization
import Telemetry

/// The stage's lag behind the ends of its partitions.
extension ConsumeLoop {
    /// Queries the ends of partitions that are not being fetched, until cancelled: a client learns of an end only by
    /// fetching. Resting partitions are queried repeatedly, new ones once.
    func watchEnds() async {
        while !Task.isCancelled {
            let (paused, new) = plan.withLock { $0.unread }
            let known = places.withLock { $0 }
            let wanted = paused + new.filter { known[$0] == nil }
            do {
                if wanted.isEmpty {
                    try await somethingUnread.wait()
                    continue
                }
                // Where nobody can be asked, what the client has heard has to do.
                guard let found = try await consumer.places(of: wanted) else { return }
                places.withLock { $0.merge(found) { $1 } }
                if isBehind { goOnFetching() }
            } catch let error as KafkaError {
                if error.code == .cancelled || error.code == .closed { return }
                logger.debug("the ends of partitions cannot be asked for", ["error": .string(error.detail)])
            } catch {
                return
            }
            do { try await time.sleep(for: settings.endsInterval) } catch { return }
        }
    }

    /// For the partitions of this process, from the stage's position or the group's. If both are unknown and the end is
    /// known, there is nothing to read.
    var lags: [(values: [String], value: Double)] {
        let places = places.withLock { $0 }
        return plan.withLock { $0.positions }.compactMap { partition, next in
            let place = places[partition]
            let start = next ?? place?.start
            let heard = consumer.lag(of: partition, next: start ?? .max)
            let asked = place.map { max(0, $0.marks.high - (start ?? .max)) }
            return [heard, asked].compactMap { $0 }.max().map {
                ([handler.stage.rawValue, partition.topic, String(partition.partition)], Double($0))
            }
        }
    }
}
