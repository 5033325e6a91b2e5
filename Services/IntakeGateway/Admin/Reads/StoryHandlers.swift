import HTTPServer
import Operations
import PostgresStore
import Shared

/// `GET /v1/admin/stories/{story}`: a submission's past, and what it waits for.
struct StoryHandlers: Sendable {
    let gateway: GatewayServices

    func show(_ call: Call) async throws -> HTTPResponse {
        let id: SubmissionID = try call.identifier("story")
        guard let story = try await gateway.operations.stories.story(of: id) else { throw Problem.notFound }
        var hindrances: [Hindrance] = []
        if !story.hasEnded {
            hindrances = try await Hindrance.all(in: gateway.operations.pool)
            hindrances += await gateway.operations.brokers.troubles(try? gateway.operations.kafka.reader())
        }
        return .resource(Encoded(StoryDescription(story, hindrances: hindrances, at: gateway.now())))
    }
}
