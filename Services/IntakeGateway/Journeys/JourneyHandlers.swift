import HTTPServer
import Shared

/// `GET /v1/journeys` and `/v1/journeys/{journey}`: the offered journeys.
struct JourneyHandlers: Sendable {
    let gateway: GatewayServices

    func list(_ call: Call) throws -> HTTPResponse {
        let language = call.language()
        let items = gateway.journeys.offered.map { JourneyResource(journey: $0.said(in: language), links: gateway.links) }
        return .resource(Listing(items: items), headers: .content(in: language))
    }

    func show(_ call: Call) throws -> HTTPResponse {
        guard let id = call.parameters["journey"].flatMap(JourneyID.init(rawValue:)), let journey = gateway.journeys[id] else {
            throw Problem.notFound
        }
        let language = call.language()
        return .resource(
            JourneyResource(journey: journey.said(in: language), links: gateway.links), headers: .content(in: language))
    }
}
