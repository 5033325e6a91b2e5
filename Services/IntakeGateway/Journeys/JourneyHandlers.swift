import HTTPServer
import Shared

/// `GET /v1/journeys` and `/v1/journeys/{journey}`: what can be handed in here.
struct JourneyHandlers: Sendable {
    let gateway: GatewayServices

    func list(_ call: Call) throws -> HTTPResponse {
        let items = gateway.journeys.offered.map { JourneyResource($0, links: gateway.links) }
        return .resource(Listing(items: items))
    }

    func show(_ call: Call) throws -> HTTPResponse {
        guard let id = call.parameters["journey"].flatMap(JourneyID.init(rawValue:)), let journey = gateway.journeys[id] else {
            throw Problem.notFound
        }
        return .resource(JourneyResource(journey, links: gateway.links))
    }
}
