import Domain
import Shared
import Testing

@testable import NotificationService

@Suite struct DeliverySharesTests {
    private func delivery(_ endpoint: String, tenant: TenantID = "acme") throws -> ClaimedDelivery {
        let sample = try Samples.outcome()
        let event = RecordedEvent(
            position: sample.position, id: sample.id, submission: sample.submission, tenant: tenant, sequence: 1,
            type: sample.type, topic: sample.topic, time: sample.time, payload: sample.payload)
        return ClaimedDelivery(
            key: DeliveryKey(eventID: event.id, channel: "webhook", endpoint: endpoint), attempt: 1, event: event)
    }

    private let failed = DeliveryEnd.retry(after: .seconds(5), status: 500, error: "")

    @Test func whatIsUnderWayTakesFromTheShares() throws {
        var shares = DeliveryShares(DeliveryLimits(total: 10, perEndpoint: 2, perTenant: 3))
        let (one, two) = (try delivery("a"), try delivery("a"))
        shares.began(one)
        #expect(shares.room.ofEndpoint == ["a": 1] && shares.room.ofTenant == ["acme": 2] && shares.room.limit == 9)
        shares.began(two)
        shares.began(try delivery("b"))
        #expect(shares.room.ofEndpoint == ["a": 0, "b": 1] && shares.room.ofTenant == ["acme": 0] && shares.room.limit == 7)
        #expect(shares.known.count == 3 && !shares.isFull)
        shares.ended(one.key, .delivered(status: 204))
        shares.ended(two.key, nil)
        #expect(shares.room.ofEndpoint == ["b": 1] && shares.room.ofTenant == ["acme": 2])
    }

    @Test func aFailingEndpointGetsOneAtATime() throws {
        var shares = DeliveryShares(DeliveryLimits(total: 8, perEndpoint: 4))
        let (first, second) = (try delivery("slow"), try delivery("slow"))
        shares.began(first)
        shares.ended(first.key, failed)
        #expect(shares.room.ofEndpoint == ["slow": 1])
        shares.began(second)
        #expect(shares.room.ofEndpoint == ["slow": 0])
        shares.ended(second.key, .delivered(status: 204))
        #expect(shares.room.ofEndpoint.isEmpty)
    }

    /// Unlike an endpoint that is gone, it is asked the next question.
    @Test func whoLeavesAQuestionUnansweredIsFailing() throws {
        var shares = DeliveryShares(DeliveryLimits(total: 8, perEndpoint: 4))
        let sample = try delivery("letters/risk")
        let question = ClaimedDelivery(
            key: DeliveryKey(eventID: sample.key.eventID, channel: DeliveryKey.callOuts, endpoint: "letters/risk"), attempt: 1,
            event: sample.event)
        let over = DeliveryEnd.givenUp(status: nil, error: "")
        shares.began(question)
        shares.ended(question.key, over)
        #expect(shares.room.ofEndpoint.isEmpty, "nobody was asked")
        shares.began(question)
        shares.ended(question.key, over, wasTried: true)
        #expect(shares.room.ofEndpoint == ["letters/risk": 1])
    }

    @Test func failingEndpointsTogetherHaveAPartOfThePlacesInTurn() throws {
        var shares = DeliveryShares(DeliveryLimits(total: 8, perEndpoint: 4))
        for endpoint in ["a", "b", "c"] {
            let delivery = try delivery(endpoint)
            shares.began(delivery)
            shares.ended(delivery.key, failed)
        }
        #expect(shares.room.ofEndpoint == ["a": 1, "b": 1, "c": 0])
        let again = try delivery("a")
        shares.began(again)
        #expect(shares.room.ofEndpoint == ["a": 0, "b": 1, "c": 0])
        shares.ended(again.key, failed)
        // It is behind the others now.
        #expect(shares.room.ofEndpoint == ["a": 0, "b": 1, "c": 1])
    }

    @Test func whatIsFullHasNoRoom() throws {
        var shares = DeliveryShares(DeliveryLimits(total: 1))
        shares.began(try delivery("a"))
        #expect(shares.isFull && shares.room.limit == 0)
    }
}
