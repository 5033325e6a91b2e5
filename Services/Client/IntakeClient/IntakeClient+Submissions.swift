public import Shared

extension IntakeClient {
    /// The journeys that the gateway offers.
    public func journeys() async throws(IntakeClientError) -> [JourneyView] {
        struct Listing: Decodable { let items: [JourneyView] }
        return try await answer(request("GET", "/v1/journeys"), as: Listing.self).items
    }

    public func journey(_ id: JourneyID) async throws(IntakeClientError) -> JourneyView {
        try await answer(request("GET", "/v1/journeys/\(id)"), as: JourneyView.self)
    }

    /// Creates a submission, a draft. Repeated calls with the same `key` create only one.
    public func createSubmission(
        _ new: NewSubmission, key: String? = nil
    ) async throws(IntakeClientError) -> SubmissionView {
        try await answer(try request("POST", "/v1/submissions", json: new).under(key), as: SubmissionView.self)
    }

    public func submission(_ id: SubmissionID) async throws(IntakeClientError) -> SubmissionView {
        try await answer(request("GET", path(id)), as: SubmissionView.self)
    }

    /// The submission as sections of components, for a `ComponentRegistry` to show.
    public func screen(
        _ id: SubmissionID, _ kind: ScreenKind = .submission
    ) async throws(IntakeClientError) -> Screen {
        try await answer(request("GET", "\(path(id))/screen?show=\(kind.rawValue)"), as: Screen.self)
    }

    /// Submits a draft. `consent` is the version of the journey's terms that the person agrees to. With `version`, only
    /// if the submission still has that version.
    ///
    /// - Throws: `refused` with the problem `incomplete`, whose `missing` says what it lacks.
    @discardableResult
    public func submit(
        _ id: SubmissionID, consent: String? = nil, version: Int? = nil
    ) async throws(IntakeClientError) -> SubmissionView {
        let condition = version.map { ["if-match": "\"v\($0)\""] } ?? [:]
        var submit = request("POST", path(id) + "/submit", headers: condition)
        if let consent {
            let body = try request("POST", path(id) + "/submit", json: ["consent": consent])
            submit.body = body.body
            submit.headers.merge(body.headers) { own, _ in own }
        }
        return try await answer(submit, as: SubmissionView.self)
    }

    /// Prepares to withdraw a submission; the confirmation withdraws it, and returns its new state.
    public func withdraw(_ id: SubmissionID) async throws(IntakeClientError) -> ConfirmationRequired<SubmissionView> {
        let subject = ConfirmationSubject(action: "submission.withdraw", resource: "submissions/\(id)", version: 0)
        let words = (Phrase.askWithdraw, Phrase.askWithdrawText, Phrase.withdraw)
        return try await confirmable(request("DELETE", path(id)), subject, saying: words) { response throws(IntakeClientError) in
            guard response.body.isEmpty else { return try Self.decode(SubmissionView.self, from: response) }
            return try await submission(id)
        }
    }

    func path(_ id: SubmissionID) -> String { "/v1/submissions/\(id)" }

    /// Sends a request that the gateway carries out only after a confirmation.
    ///
    /// This side does not know the subject's version: the gateway's token is bound to it, and a stale token is refused.
    /// The gateway asks in the chosen language, or in English.
    func confirmable<Output: Sendable>(
        _ request: GatewayRequest, _ subject: ConfirmationSubject,
        saying words: (title: Phrase, message: Phrase, action: Phrase),
        then finish: @escaping @Sendable (GatewayResponse) async throws(IntakeClientError) -> Output
    ) async throws(IntakeClientError) -> ConfirmationRequired<Output> {
        // The question comes before a file is read, so it is asked without one.
        var asking = request
        asking.body = .none
        let response = try await transport.send(asking)
        guard response.status == 428, let question = GatewayProblem(response).confirmation else {
            let status = try Self.successful(response).status
            throw .unexpected("it should have asked for a confirmation", status: status)
        }
        let prompt =
            language.map { language in
                ConfirmationPrompt(
                    title: language.say(words.title), message: language.say(words.message),
                    actionLabel: language.say(words.action))
            } ?? question.prompt
        return ConfirmationRequired(prompt, of: subject) { _ in
            var confirmed = request
            confirmed.headers["docket-confirmation"] = question.token
            return try await finish(answer(confirmed))
        }
    }
}
