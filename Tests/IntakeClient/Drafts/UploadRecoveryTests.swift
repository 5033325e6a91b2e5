import Testing

@testable import IntakeClient

/// What a device does about each refusal of the gateway.
@Suite struct UploadRecoveryTests {
    private func recovery(_ status: Int, _ type: String, isTransfer: Bool = true) -> UploadRecovery {
        UploadRecovery(
            after: IntakeClientError(GatewayProblem(GatewayDouble.problem(status, type))), isTransfer: isTransfer)
    }

    @Test(arguments: [
        (409, "mismatching-upload-offset"), (409, "upload-taken-over"), (400, "completed-upload"),
        (400, "inconsistent-upload-length"),
    ])
    func anUploadThatLostItsPlaceAsksForItInsteadOfTryingTheSameAgain(_ status: Int, _ type: String) {
        #expect(recovery(status, type) == .locate)
    }

    @Test(arguments: [
        (409, "duplicate-file"), (413, "too-large"), (415, "unsupported-media-type"), (422, "media-type-mismatch"),
        (422, "password-protected"), (422, "too-many-pages"),
    ])
    func aFileThatIsNotTakenIsNotSentAgainOverAPersonsMobilePlan(_ status: Int, _ type: String) {
        #expect(recovery(status, type) == .refusedFile)
    }

    @Test func anUploadThatTheGatewayHasGivenUpBeginsAnew() {
        #expect(recovery(404, "not-found") == .beginAnew && recovery(410, "upload-ended") == .beginAnew)
        #expect(recovery(404, "not-found", isTransfer: false) == .takeOver)
    }

    @Test func whatNoFileWouldHelpWithIsLeftToThePerson() {
        #expect(recovery(429, "quota-used-up") == .giveUp)
        #expect(recovery(413, "too-many-bytes") == .giveUp && recovery(401, "unauthenticated") == .giveUp)
    }

    @Test(arguments: [(503, "unavailable"), (507, "storage-full"), (423, "locked"), (429, "too-many-requests")])
    func whatPassesIsTriedAgain(_ status: Int, _ type: String) { #expect(recovery(status, type) == .again) }
}
