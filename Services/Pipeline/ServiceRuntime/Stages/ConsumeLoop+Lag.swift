import EventLoop
import Kafka
import Shared
import Synchronization
import Telemetry

/// How far the stage is behind the ends of its partitions.
extension ConsumeLoop {
    /// Asks the brokers about partitions of which nothing is fetched, for a client hears of an end only by fetching: while a stage
    /// rests again and again, and of those that are new once. Until cancelled.
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

    /// Of the partitions that this process has now, from where the stage is or its group was: where neither is known, there is
    /// nothing to be read, once the end is known.
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
