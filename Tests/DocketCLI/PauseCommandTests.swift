import Domain
import PostgresStore
import Shared
import Support
import Testing

@testable import CommandSupport
@testable import DocketCLI

@Suite(.timeLimit(.minutes(1))) struct PauseCommandTests {
    @Test func aStageIsPausedAndResumed() async throws {
        try await OperatorGround.run { ground in
            let pauses = PostgresStagePauseStore(pool: ground.database.pool)
            let first = try await ground.docket("pause", "normalization", "--reason", "disk is full")
            #expect(first.code == .success)
            #expect(first.output == "normalization is paused\n")
            let pause = try #require(try await pauses.pauses().first)
            #expect(pause.stage == .normalization && pause.actor == "operator:erna" && pause.reason == "disk is full")
            #expect(try await ground.docket("pause", "normalization").output == "normalization was paused already\n")
            #expect(try await pauses.pauses().map(\.reason) == ["disk is full"])

            #expect(try await ground.docket("resume", "normalization").output == "normalization goes on\n")
            #expect(try await pauses.pauses().isEmpty)
            let again = try await ground.docket("resume", "normalization")
            #expect(again.code == .success)
            #expect(again.output == "normalization was not paused\n")
        }
    }

    @Test(arguments: ["pause", "resume"]) func anUnknownStageAndAMissingDatabaseAreTold(_ word: String) async throws {
        let environment = ["DATABASE_URL": "postgresql://127.0.0.1:1/docket"]
        let stage = try await OperatorGround.docket([word, "polishing"], environment: environment)
        #expect(stage.code == .usage)
        #expect(stage.errors.contains("polishing") && stage.errors.contains("STAGE"))
        let none = try await OperatorGround.docket([word], environment: environment)
        #expect(none.code == .usage)
        let nobody = try await OperatorGround.docket([word, "validation"], environment: environment)
        #expect(nobody.code == .unavailable)
        let unset = try await OperatorGround.docket([word, "validation"], environment: [:])
        #expect(unset.code == .configuration)
        #expect(unset.errors.contains("DATABASE_URL"))
    }
}
