/// Writes the sections of one submission.
struct ScreenWriter {
    let submission: Submission
    let journey: JourneyDefinition
    let missing: [Reason]
    let viewer: ScreenViewer

    private var mayUpload: Bool { viewer.permissions.contains(.upload) && submission.state.allowsChanges }

    var state: ScreenState {
        switch submission.state {
        case .draft, .needsInput:
            submission.documents.isEmpty ? ScreenState(.empty, message: journey.summary) : ScreenState(.data)
        case .submitted, .processing: ScreenState(.loading, message: words)
        case .failed: ScreenState(.error, message: words)
        case .accepted, .inReview, .rejected, .withdrawn, .expired: ScreenState(.data)
        }
    }

    private var words: String { say(.standing(submission.state)) }

    private func say(_ phrase: Phrase) -> String { viewer.language.say(phrase) }

    func summary() throws(ScreenError) -> ScreenSection {
        let status = StatusModel(
            state: submission.state, text: words, isValid: submission.state.allowsChanges && missing.isEmpty,
            expiresAt: submission.expiresAt)
        return ScreenSection(
            id: "summary",
            header: try ScreenComponent(
                id: "headline",
                HeadlineModel(title: journey.title, subtitle: viewer.seesReference ? submission.reference : nil)),
            items: [try ScreenComponent(id: "status", status)])
    }

    /// The reasons that concern the submission as a whole.
    func problems() throws(ScreenError) -> ScreenSection? {
        guard !submission.reasons.isEmpty else { return nil }
        return ScreenSection(id: "reasons", items: try reasons(submission.reasons, of: "reasons"))
    }

    func stillMissing() throws(ScreenError) -> ScreenSection? {
        guard !missing.isEmpty else { return nil }
        return ScreenSection(
            id: "missing", header: try ScreenComponent(id: "missing/headline", HeadlineModel(title: say(.screenMissing))),
            items: try reasons(missing, of: "missing"))
    }

    private func reasons(_ reasons: [Reason], of place: String) throws(ScreenError) -> [ScreenComponent] {
        var items: [ScreenComponent] = []
        for (index, reason) in reasons.enumerated() {
            items.append(
                try ScreenComponent(id: "\(place)/\(index + 1)", ReasonModel(reason.localized(in: viewer.language, of: journey))))
        }
        return items
    }

    func documents() throws(ScreenError) -> [ScreenSection] {
        var sections: [ScreenSection] = []
        for document in submission.documents where document.state != .removed { sections.append(try section(document)) }
        return sections
    }

    private func section(_ document: Document) throws(ScreenError) -> ScreenSection {
        let (id, address) = (document.id.description, "\(viewer.address)/documents/\(document.id)")
        let type = journey.documentType(document.type)
        let header = DocumentModel(
            title: type?.title ?? document.type.rawValue, icon: type?.icon ?? "document",
            // One that was accepted in an earlier round may be refused by whoever looks at all of them.
            state: submission.state == .inReview && document.state == .accepted ? .checking : document.state,
            issueDate: document.issueDate, pages: document.pageCount, expiryDate: document.expiryDate)
        var items: [ScreenComponent] = []
        for (index, page) in document.pages.enumerated() {
            let place = "\(address)/pages/\(page.id)"
            let model = PageModel(
                number: index + 1, mediaType: page.original?.mediaType, size: page.original?.size,
                rotation: page.rotation.degrees,
                preview: page.preview != nil && viewer.permissions.contains(.preview) ? "\(place)/preview" : nil)
            items.append(try ScreenComponent(id: page.id.description, model, route: ScreenRoute(.page, "GET", place)))
        }
        if document.pages.isEmpty {
            items.append(try ScreenComponent(id: "\(id)/empty", NoteModel(text: say(.screenNoPage))))
        }
        items += try reasons(document.reasons, of: id)
        if let pdf = document.pdf, viewer.permissions.contains(.read) {
            let file = FileModel(title: say(.screenPdf), mediaType: pdf.mediaType, size: pdf.size)
            items.append(try ScreenComponent(id: "\(id)/pdf", file, route: ScreenRoute(.pdf, "GET", "\(address)/pdf")))
        }
        let isOpen = mayUpload && document.state.allowsChanges
        let footer = ActionModel(label: say(.screenAddPage), isEnabled: document.pages.count < type?.pages.max ?? 1)
        return ScreenSection(
            id: "document/\(id)",
            header: try ScreenComponent(id: id, header, route: ScreenRoute(.document, "GET", address)), items: items,
            footer: isOpen
                ? try ScreenComponent(id: "\(id)/add", footer, route: ScreenRoute(.addPage, "POST", "\(address)/pages")) : nil)
    }

    /// The types of the journey, each with its number of documents.
    func types() throws(ScreenError) -> ScreenSection {
        let room = submission.documents.count < journey.documents.max
        var items: [ScreenComponent] = []
        for type in journey.documentTypes {
            let count = submission.documents.count { $0.type == type.id && $0.state != .removed }
            let isOpen = mayUpload && room && count < type.documents.max
            let model = DocumentTypeModel(
                type: type.id, title: type.title, hint: type.hint, icon: type.icon, count: count, minimum: type.documents.min,
                isEnabled: isOpen)
            items.append(
                try ScreenComponent(
                    id: "type/\(type.id)", model,
                    route: isOpen ? ScreenRoute(.addDocument, "POST", "\(viewer.address)/documents") : nil))
        }
        return ScreenSection(
            id: "types", header: try ScreenComponent(id: "types/headline", HeadlineModel(title: say(.screenAddDocument))),
            items: items)
    }

    /// The reviewer's decisions.
    func decisions() throws(ScreenError) -> ScreenSection? {
        guard viewer.permissions.contains(.decide), submission.state == .inReview else { return nil }
        let route = ScreenRoute(.decide, "POST", "\(viewer.address)/decision")
        return ScreenSection(
            id: "decisions",
            items: [
                try ScreenComponent(id: "accept", ActionModel(label: say(.screenAccept)), route: route),
                try ScreenComponent(id: "request-input", ActionModel(label: say(.screenRequestInput)), route: route),
                try ScreenComponent(id: "reject", ActionModel(label: say(.screenReject), isDestructive: true), route: route),
            ])
    }

    func actions() throws(ScreenError) -> ScreenSection? {
        var items: [ScreenComponent] = []
        if mayUpload {
            let add = ActionModel(label: say(.screenAddDocument), isEnabled: submission.documents.count < journey.documents.max)
            items.append(
                try ScreenComponent(
                    id: "add", add, route: ScreenRoute(.addDocument, "POST", "\(viewer.address)/documents")))
        }
        if viewer.permissions.contains(.arrange) {
            if submission.state.allowsChanges {
                items.append(
                    try ScreenComponent(
                        id: "submit", ActionModel(label: say(.screenSubmit), isEnabled: missing.isEmpty),
                        route: ScreenRoute(.submit, "POST", "\(viewer.address)/submit")))
            }
            if !submission.state.isFinal {
                items.append(
                    try ScreenComponent(
                        id: "withdraw", ActionModel(label: say(.screenWithdraw), isDestructive: true),
                        route: ScreenRoute(.withdraw, "DELETE", viewer.address)))
            }
        }
        return items.isEmpty ? nil : ScreenSection(id: "actions", items: items)
    }
}
