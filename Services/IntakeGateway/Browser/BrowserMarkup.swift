import Shared

/// The content of a page without scripts: complete, with forms for all of a person's actions.
struct BrowserMarkup: Sendable {
    let view: BrowserView

    private var say: BrowserVoice { view.say }
    private func words(_ key: String, _ values: [String: String] = [:]) -> String { HTML.escaped(say(key, values)) }

    // MARK: - Pages

    var whole: String {
        heading + missing + documents + (view.mayChange ? addForm + submitForm + withdrawForm : "")
    }

    var status: String {
        heading + "<p class=\"quiet\">\(words("statusText"))</p>" + missing + documents
    }

    func question(_ form: BrowserForm, token: String) -> String {
        let (title, text) = words(of: form)
        let names = ["document", "page"].compactMap { name in form[name].map { hidden(name, $0) } }
        return """
            <section class="card end"><h1>\(title)</h1><p>\(text)</p>\
            <form method="post" action="\(action)">\(hidden("do", form.act.rawValue))\(names.joined())\
            \(hidden("confirmation", token))<p class="row"><button class="danger">\(words(form.act == .withdraw ? "withdraw" : "remove"))\
            </button> <a class="button" href="/u/\(HTML.escaped(view.link))">\(words("cancel"))</a></p></form></section>
            """
    }

    private func words(of form: BrowserForm) -> (title: String, text: String) {
        let document = view.documents.first { $0.id.description == form["document"] }
        let type = document.map(view.title) ?? ""
        if form.act == .withdraw { return (words("ask.withdraw"), words("ask.withdrawText")) }
        if let page = form["page"] {
            let number = (document?.pages.firstIndex { $0.id.description == page } ?? 0) + 1
            return (words("ask.page"), words("ask.pageText", ["n": String(number), "type": type]))
        }
        let pages = say.pages(document?.pageCount ?? 0)
        return (words("ask.document"), words("ask.documentText", ["type": type, "pages": pages]))
    }

    // MARK: - Sections

    private var heading: String {
        """
        <section class="head"><h1>\(HTML.escaped(view.journey.title))</h1><p>\(HTML.escaped(view.journey.summary))</p>\
        <p class="state" role="status">\(words("state.\(view.submission.state.rawValue)"))</p>\
        \(reasons(view.submission.reasons))</section>
        """
    }

    private var missing: String {
        guard view.submission.state.allowsChanges else { return "" }
        guard !view.isValid else { return "<p class=\"notice good\">\(words("complete"))</p>" }
        let items = (view.missing.map(\.message) + view.refusals.map(\.message)).map { "<li>\(HTML.escaped($0))</li>" }
        return """
            <section class="card missing" aria-labelledby="missing"><h2 id="missing">\(words("missing"))</h2>\
            <ul>\(items.joined())</ul></section>
            """
    }

    private var documents: String {
        let list = view.documents.map(document)
        return """
            <section aria-labelledby="documents"><h2 id="documents">\(words("documents"))</h2>\
            \(list.isEmpty ? "<p class=\"quiet\">\(words("none"))</p>" : list.joined())</section>
            """
    }

    private func document(_ document: Document) -> String {
        let isOpen = view.mayChange && view.submission.allowsChanges(to: document)
        var facts = [words("doc.\(document.state.rawValue)"), HTML.escaped(say.pages(document.pageCount))]
        if let date = document.issueDate {
            facts.append("<time datetime=\"\(date)\">\(HTML.escaped(say.language.write(.day(date))))</time>")
        }
        return """
            <article class="card document"><h3>\(HTML.escaped(view.title(of: document)))</h3>\
            <p class="quiet">\(facts.joined(separator: " · "))</p>\(reasons(document.reasons.map { $0.localized(in: say.language, of: view.journey) }))\
            \(pages(of: document, isOpen: isOpen))\(isOpen ? forms(of: document) : "")</article>
            """
    }

    private func reasons(_ reasons: [Reason]) -> String {
        guard !reasons.isEmpty else { return "" }
        let items = reasons.map { "<li>\(HTML.escaped($0.localized(in: say.language, of: view.journey).message))</li>" }
        return "<ul class=\"reasons\">\(items.joined())</ul>"
    }

    private func pages(of document: Document, isOpen: Bool) -> String {
        guard !document.pages.isEmpty else { return "" }
        let items = document.pages.enumerated().map { index, page in
            let number = ["n": String(index + 1)]
            let kind =
                (page.original?.mediaType).map {
                    " <span class=\"quiet\">\(HTML.escaped(say.language.write(.mediaType($0))))</span>"
                } ?? ""
            let remove = form(
                .remove, hidden("document", "\(document.id)") + hidden("page", "\(page.id)"),
                button: "<button class=\"quiet\" aria-label=\"\(words("removePage", number))\">\(words("remove"))</button>")
            return "<li>\(words("page", number))\(kind)\(isOpen ? remove : "")</li>"
        }
        return "<ol class=\"plain\">\(items.joined())</ol>"
    }

    // MARK: - Forms

    private var action: String { "/u/\(HTML.escaped(view.link))/form?lang=\(say.base)" }

    private func form(_ act: BrowserForm.Act, _ fields: String, button: String) -> String {
        "<form method=\"post\" action=\"\(action)\">\(hidden("do", act.rawValue))\(fields)\(button)</form>"
    }

    private func hidden(_ name: String, _ value: String) -> String {
        "<input type=\"hidden\" name=\"\(name)\" value=\"\(HTML.escaped(value))\">"
    }

    private func forms(of document: Document) -> String {
        guard let type = view.journey.documentType(document.type) else { return "" }
        let id = "f-\(document.id)"
        var text = ""
        if document.pages.count < type.pages.max {
            text += """
                <form method="post" enctype="multipart/form-data" \
                action="/u/\(HTML.escaped(view.link))/form/\(document.id)?lang=\(say.base)">\
                <label for="\(id)">\(words("file"))</label>\
                <input id="\(id)" type="file" name="file" required accept="\(type.mediaTypes.map(\.essence).joined(separator: ","))">\
                <p class="hint">\(words("limits", ["types": view.kinds(of: type), "size": ByteCount.text(view.limit(of: type))]))</p>\
                <button>\(words("send"))</button></form>
                """
        }
        let dates = self.dates(asked(of: type), prefix: "d-\(document.id)", document)
        if !dates.isEmpty {
            text += form(.change, hidden("document", "\(document.id)") + dates, button: "<button>\(words("save"))</button>")
        }
        return text
            + form(
                .remove, hidden("document", "\(document.id)"), button: "<button class=\"quiet\">\(words("remove"))</button>")
    }

    /// The dates that a type asks for.
    private func asked(of type: DocumentType) -> (issue: Bool, expiry: Bool, period: Bool) {
        (type.issueDate != .none, type.expires != .none, type.coverage != nil)
    }

    private func dates(_ asked: (issue: Bool, expiry: Bool, period: Bool), prefix: String, _ document: Document?) -> String {
        var fields: [(name: String, label: String, value: CalendarDate?)] = []
        if asked.issue { fields.append(("issueDate", "issued", document?.issueDate)) }
        if asked.expiry { fields.append(("expiryDate", "expires", document?.expiryDate)) }
        if asked.period {
            fields.append(("periodStart", "from", document?.period?.start))
            fields.append(("periodEnd", "to", document?.period?.end))
        }
        return fields.map { field in
            let id = "\(prefix)-\(field.name)"
            let bounds = self.bounds(of: field.name, document)
            return "<label for=\"\(id)\">\(words(field.label))</label>"
                + "<input id=\"\(id)\" type=\"date\" name=\"\(field.name)\"\(bounds) value=\"\(field.value.map(\.description) ?? "")\">"
        }.joined()
    }

    /// The dates that the rules accept, as attributes. The type of a document that is yet to be added is unknown.
    private func bounds(of field: String, _ document: Document?) -> String {
        let type = document.flatMap { view.journey.documentType($0.type) }
        let (earliest, latest): (CalendarDate?, CalendarDate?) =
            switch field {
            case "issueDate": type.map { view.journey.issueDays(of: $0, today: view.today) } ?? (nil, view.today)
            case "expiryDate": (type.flatMap { view.journey.earliestExpiry(of: $0, today: view.today) }, nil)
            default: (nil, nil)
            }
        return (earliest.map { " min=\"\($0)\"" } ?? "") + (latest.map { " max=\"\($0)\"" } ?? "")
    }

    private var addForm: String {
        guard view.documents.count < view.journey.documents.max else { return "" }
        let options = view.journey.documentTypes.map { "<option value=\"\($0.id)\">\(HTML.escaped($0.title))</option>" }
        let all = view.journey.documentTypes.map(asked)
        let dates = self.dates(
            (all.contains { $0.issue }, all.contains { $0.expiry }, all.contains { $0.period }), prefix: "add", nil)
        return """
            <section class="card" aria-labelledby="add"><h2 id="add">\(words("add"))</h2>\
            \(form(
                .add,
                "<label for=\"add-type\">\(words("type"))</label><select id=\"add-type\" name=\"type\">\(options.joined())</select>\(dates)",
                button: "<button>\(words("add"))</button>"))\
            <p class="hint">\(words("oneByOne"))</p></section>
            """
    }

    private var submitForm: String {
        // What is missing may be the consent alone, which this form gives.
        let isReady = view.refusals.isEmpty && view.missing.allSatisfy { $0.rule.rawValue == "submission.consent" }
        var fields = ""
        if let consent = view.consent {
            let more = consent.url.map {
                " <a href=\"\(HTML.escaped($0))\" rel=\"noreferrer noopener\" target=\"_blank\">\(words("consentMore"))</a>"
            }
            fields = """
                <h2>\(words("consentTitle"))</h2><p class="prose">\(HTML.escaped(consent.text))\(more ?? "")</p>\
                <label class="check"><input type="checkbox" name="consent" value="\(HTML.escaped(consent.version))" required> \
                \(words("consent"))</label>
                """
        }
        return "<section class=\"card\">"
            + form(.submit, fields, button: "<button class=\"main\"\(isReady ? "" : " disabled")>\(words("submit"))</button>")
            + "<p class=\"hint\">\(words(isReady ? "submitHint" : "submitBlocked"))</p></section>"
    }

    private var withdrawForm: String {
        form(.withdraw, "", button: "<button class=\"quiet\">\(words("withdraw"))</button>")
    }
}
