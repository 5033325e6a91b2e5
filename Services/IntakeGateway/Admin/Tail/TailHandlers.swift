import EventLoop
import HTTPServer
import Kafka
import Operations
import PostgresStore
import Shared

/// `GET /v1/admin/topics/{topic}/events` and `…/{partition}/{offset}`: a topic's records live, and one record of it.
struct TailHandlers: Sendable {
    let gateway: GatewayServices

    /// How long to wait for one record.
    private static let patience = Duration.seconds(5)
    /// The number of events of its submission before and after a record that are shown with it.
    private static let neighbours = 5

    func follow(_ call: Call) async throws -> HTTPResponse {
        let topic = try topic(of: call)
        let query = try TailQuery(reading: call.request.query, at: gateway.now())
        let ticket = try gateway.tails.enter()
        let plan = try await plan(of: topic, query)
        if case .places(let places) = query.start, plan.starts.count < places.count {
            throw Problem(.invalidParameter, detail: "`from` names a partition that \(topic.name) does not have.")
        }
        guard !plan.starts.isEmpty else {
            throw Problem(.invalidParameter, detail: "\(topic.name) has no partition \(query.partition ?? 0).")
        }
        let (access, kafka, tails) = (ContinuedAccess(call, by: gateway.authenticator), gateway.operations.kafka, gateway.tails)
        let headers: HTTPHeaders = ["Cache-Control": "private, no-store", "X-Accel-Buffering": "no"]
        return ticket.holding(
            .stream(contentType: "text/event-stream", headers: headers) { [now = gateway.now] writer in
                let stream = TailStream(
                    query, plan, writer, access: access, isStopping: { tails.isStopping }, now: now)
                var reading = TopicReading(
                    kafka.reading, topics: [topic.name], plan: plan, follows: true, group: kafka.group,
                    loop: EventLoop.current ?? kafka.group.loops[0])
                (reading.joins, reading.atOnce, reading.restsEvery) = (false, TailStream.atOnce, TailStream.beat)
                try await stream.run(reading)
            })
    }

    func show(_ call: Call) async throws -> HTTPResponse {
        let topic = try topic(of: call)
        guard let partition = call.parameters["partition"].flatMap({ Int32($0) }), partition >= 0,
            let offset = call.parameters["offset"].flatMap({ Int64($0) }), offset >= 0
        else { throw Problem.notFound }
        let ticket = try gateway.tails.enter()
        defer { withExtendedLifetime(ticket) {} }
        let place = TopicPartition(topic: topic.name, partition: partition)
        guard let record = try await record(at: place, offset) else { throw Problem.notFound }
        let event = WatchedEvent(record, readsBody: false)
        var json = RecordDescription.json(event, value: record.value ?? [])
        json.removeLast()
        let more = try await surroundings(of: event)
        json += Array(",\"more\":".utf8) + ((try? CanonicalJSON.encode(more)) ?? Array("null".utf8)) + [UInt8(ascii: "}")]
        return .bytes(json, status: 200, contentType: "application/json", headers: ["Cache-Control": "private, no-store"])
    }

    // MARK: - Parts

    private func topic(of call: Call) throws(Problem) -> Topic {
        guard let name = call.parameters["topic"], let topic = Topic(rawValue: name) ?? Topic(rawValue: "docket.\(name)") else {
            throw .notFound
        }
        return topic
    }

    private func plan(of topic: Topic, _ query: TailQuery) async throws -> TopicPlan {
        do throws(KafkaError) {
            let admin = try gateway.operations.kafka.client()
            let plan = try await TopicPlan(of: [topic.name], from: query.start, partition: query.partition, asking: admin)
            if plan.missing.isEmpty { return plan }
        } catch {
            throw Problem.brokersAway(error)
        }
        throw Problem.notFound
    }

    @inline(never)
    private func record(at place: TopicPartition, _ offset: Int64) async throws -> ConsumedRecord? {
        let kafka = gateway.operations.kafka
        do {
            let admin = try kafka.client()
            guard try await admin.metadata().partitions(of: [place.topic]).contains(place),
                let plan = TopicPlan(of: place, at: offset, between: try await admin.watermarks(of: [place])[place])
            else { return nil }
            let loop = EventLoop.current ?? kafka.group.loops[0]
            let reading = TopicReading(
                kafka.reading, topics: [place.topic], plan: plan, follows: false, group: kafka.group, loop: loop)
            return try await loop.run { try await reading.record(within: Self.patience) }
        } catch let error as KafkaError {
            throw Problem.brokersAway(error)
        }
    }

    @inline(never)
    private func surroundings(of event: WatchedEvent) async throws -> RecordSurroundings {
        guard let header = event.header else { return RecordSurroundings() }
        let before = max(0, header.sequence - Self.neighbours - 1)
        let others = try await gateway.events.log.events(
            of: header.submission, afterSequence: before, limit: Self.neighbours * 2 + 1)
        return RecordSurroundings(header, others)
    }
}
