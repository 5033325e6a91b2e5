import HTTPServer
import PostgresStore
import Shared

/// `/u/{link}` for a browser: the page, and its forms without scripts. Each form stands for an API request, and the same
/// handler carries it out.
struct BrowserHandlers: Sendable {
    let gateway: GatewayServices
    private var pages: BrowserPages { gateway.pages }

    // MARK: - Pages

    func show(_ call: Call) async throws -> HTTPResponse {
        let view = try await view(of: call)
        return pages.whole(view, status: 200, first: try await first(of: call, view))
    }

    func status(_ call: Call) async throws -> HTTPResponse {
        let view = try await view(of: call)
        return pages.status(view, first: try await first(of: call, view))
    }

    /// `GET /v1/intake`: the first data of the element in foreign pages.
    func begin(_ call: Call) async throws -> HTTPResponse {
        let view = try await view(of: call)
        let start = BrowserStart(view, isReadOnly: false, first: try await first(of: call, view))
        return .bytes(
            JSON.bytes(of: start), contentType: "application/json",
            headers: HTTPResponse.privateHeaders.merging(.content(in: view.say.language)))
    }

    /// The first data of the scripts, so that they can show something without a further request.
    @inline(never)
    private func first(of call: Call, _ view: BrowserView) async throws -> BrowserStart.First? {
        var call = call
        call.request = call.request.carrying([], headers: ["Accept-Language": view.say.language.tag])
        // Of one version with the page around it, and read once.
        call.known = view.submission
        let answers = [
            try await ScreenHandler(gateway: gateway).show(call), try await SubmissionHandlers(gateway: gateway).show(call),
        ]
        let values = answers.compactMap { answer in
            guard answer.status == 200, case .bytes(let bytes) = answer.body else { return JSONValue?.none }
            return try? CanonicalJSON.decode(JSONValue.self, from: bytes)
        }
        return values.count == 2 ? BrowserStart.First(screen: values[0], submission: values[1]) : nil
    }

    /// A problem as a page, without a submission.
    func tell(_ problem: Problem, to request: HTTPRequest) -> HTTPResponse {
        pages.problem(problem, in: pages.words.speak(language(of: request, nil))).telling(problem)
    }

    // Inlined into a handler, the optimiser of Swift 6.3 has to split too much as one coroutine.
    @inline(never)
    private func view(of call: Call) async throws -> BrowserView {
        let submission = try await gateway.submission(of: call)
        let language = language(of: call.request, submission)
        let journey = try await gateway.store.journey(of: submission).said(in: language)
        let (isOpen, now) = (submission.state.allowsChanges, gateway.now())
        let missing = isOpen ? CompletenessCheck.missing(from: submission, journey: journey, at: now) : []
        return BrowserView(
            submission: submission, journey: journey,
            missing: missing.map { MissingItem($0.localized(in: language, of: journey), in: submission) },
            refusals: isOpen
                ? DryRun(of: submission, journey: journey, at: now, in: language).refusals(beside: missing) : [],
            link: call.request.segments.count > 1 ? call.request.segments[1] : "", today: journey.day(at: gateway.now()),
            permissions: call.principal.permissions, maximumFileBytes: gateway.maximumFileBytes,
            say: pages.words.speak(language).replacing(pages.looks[submission.tenant].texts))
    }

    /// By the address, then the browser, then the submission.
    private func language(of request: HTTPRequest, _ submission: Submission?) -> Language {
        let asked = request.query["lang"].flatMap { BrowserWords.languages.contains($0) ? $0 : nil }
        return Language.choose(acceptLanguage: asked ?? request.headers["accept-language"], locale: submission?.locale)
    }

    // MARK: - Forms

    /// Carries out a form, and redirects to the page.
    func act(_ call: Call) async throws -> HTTPResponse {
        try requireOwnPage(call.request)
        let form = try BrowserForm(try await content(of: call.request))
        do {
            try await carryOut(form, call)
            return back(call)
        } catch let problem as Problem where Browser.wantsPage(call.request) {
            let view = try await view(of: call)
            if problem.type == ProblemType.confirmationRequired.rawValue {
                return pages.question(form, view, token: problem.extensions["token"]).telling(problem)
            }
            return pages.whole(view, status: problem.status, notice: view.say.text(of: problem)).telling(problem)
        }
    }

    /// Accepts the one file of a form.
    func take(_ call: Call) async throws -> HTTPResponse {
        try requireOwnPage(call.request)
        do {
            _ = try await gateway.refusals.watching(call) { try await PageHandlers(gateway: gateway).add(call) }
            return back(call)
        } catch let problem as Problem where Browser.wantsPage(call.request) {
            let view = try await view(of: call)
            return pages.whole(
                view, status: problem.status, notice: view.text(of: problem, document: call.parameters["document"])
            ).telling(problem)
        }
    }

    @inline(never)
    private func carryOut(_ form: BrowserForm, _ call: Call) async throws {
        var headers: HTTPHeaders = ["Content-Type": "application/json"]
        headers[ConfirmationGate.header] = form["confirmation"]
        let parameters: [String: String?] = [
            "submission": call.parameters["submission"], "document": form["document"], "page": form["page"],
        ]
        let meant = Call(
            request: call.request.carrying(form.body, headers: headers),
            parameters: PathParameters(parameters.compactMapValues { $0 }), principal: call.principal,
            endpoint: call.endpoint)
        _ = try await answer(form.act, hasPage: form["page"] != nil, meant)
    }

    private func answer(_ act: BrowserForm.Act, hasPage: Bool, _ call: Call) async throws -> HTTPResponse {
        switch act {
        case .add: try await DocumentHandlers(gateway: gateway).add(call)
        case .change: try await DocumentHandlers(gateway: gateway).change(call)
        case .remove where hasPage: try await PageHandlers(gateway: gateway).remove(call)
        case .remove: try await DocumentHandlers(gateway: gateway).remove(call)
        case .submit: try await SubmissionHandlers(gateway: gateway).submit(call)
        case .withdraw: try await SubmissionHandlers(gateway: gateway).withdraw(call)
        }
    }

    @inline(never)
    private func content(of request: HTTPRequest) async throws -> [UInt8] {
        guard request.headers["content-type"].map(MediaTypeHeader.init)?.essence == "application/x-www-form-urlencoded" else {
            throw Problem(
                .unsupportedMediaType, detail: "Send the form with “Content-Type: application/x-www-form-urlencoded”.",
                members: ["accepted": .strings(["application/x-www-form-urlencoded"])])
        }
        let request = try request.limitingBody(to: BrowserForm.maximumBytes)
        return try await request.jsonBytes()
    }

    private func requireOwnPage(_ request: HTTPRequest) throws(Problem) {
        guard Browser.isSentFromHere(request) else {
            throw .forbidden("This form was sent by a page of another site. Open the link, and send the form that it shows.")
        }
    }

    /// 303, so that reloading the page does not send a form again.
    private func back(_ call: Call) -> HTTPResponse {
        let link = call.request.segments.count > 1 ? call.request.segments[1] : ""
        let language = call.request.query["lang"].flatMap { BrowserWords.languages.contains($0) ? "?lang=\($0)" : nil } ?? ""
        return HTTPResponse(
            status: 303, headers: HTTPResponse.privateHeaders.merging(["Location": "/u/\(link)\(language)"]))
    }
}

extension HTTPResponse {
    /// Logs the problem that a page shows.
    fileprivate func telling(_ problem: Problem) -> HTTPResponse {
        var response = self
        response.problem = problem.type
        return response
    }
}
