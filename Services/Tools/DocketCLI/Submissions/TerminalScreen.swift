import CommandSupport
import Shared

/// `docket show --screen`: a screen of the gateway as lines of text, through the component registry that every client
/// uses.
struct TerminalScreen: Sendable {
    let style: Style
    let registry: ComponentRegistry<[String]>
    private let router: ScreenRouter<String>

    init(style: Style) {
        self.style = style
        var registry = ComponentRegistry<[String]>()
        registry.register(HeadlineLines(style: style))
        registry.register(StatusLines(style: style))
        registry.register(SubmissionLines(style: style))
        registry.register(DocumentTypeLines(style: style))
        registry.register(DocumentLines(style: style))
        registry.register(PageLines())
        registry.register(ReasonLines(style: style))
        registry.register(ActionLines(style: style))
        registry.register(FileLines())
        registry.register(NoteLines(style: style))
        self.registry = registry
        var router = ScreenRouter<String>()
        for name in ScreenRoute.Name.allCases { router.register(name) { "\($0.method) \($0.path)" } }
        self.router = router
    }

    /// Shows a placeholder for components that this version does not know, and all others.
    func lines(_ screen: Screen) -> [String] {
        var lines: [String] = []
        if let message = screen.state.message { lines += [state(screen.state.kind, message), ""] }
        for section in screen.sections {
            for component in section.components { lines += self.lines(component) }
            lines.append("")
        }
        if lines.last == "" { lines.removeLast() }
        return lines
    }

    private func state(_ kind: ScreenState.Kind, _ message: String) -> String {
        switch kind {
        case .loading: "  \(style.accent("…")) \(message)"
        case .error: "  \(style.bad("✗")) \(message)"
        case .empty, .data: "  \(message)"
        }
    }

    private func lines(_ component: ScreenComponent) -> [String] {
        do throws(ScreenError) {
            var lines = try registry.configure(component)
            if let route = component.route, let last = lines.popLast() {
                lines.append("\(last)  \(style.faint(try router.open(route)))")
            }
            return lines
        } catch {
            return ["  \(style.warning("? \(error)"))"]
        }
    }
}

private struct HeadlineLines: ComponentView {
    let style: Style

    func configure(_ model: HeadlineModel, in component: ScreenComponent) throws(ScreenError) -> [String] {
        guard !model.title.isEmpty else {
            throw .unusableModel(identifier: component.reuseIdentifier, id: component.id)
        }
        return ["  \(style.bold(model.title))\(model.subtitle.map { "  \(style.faint($0))" } ?? "")"]
    }
}

private struct StatusLines: ComponentView {
    let style: Style

    func configure(_ model: StatusModel, in component: ScreenComponent) throws(ScreenError) -> [String] {
        var lines = ["    \(style.accent(model.state.rawValue))  \(model.text)"]
        if model.isValid { lines.append("    \(style.good("✓")) It can be submitted.") }
        if let expiresAt = model.expiresAt { lines.append("    \(style.faint("kept until \(expiresAt)"))") }
        return lines
    }
}

private struct SubmissionLines: ComponentView {
    let style: Style

    func configure(_ model: SubmissionModel, in component: ScreenComponent) throws(ScreenError) -> [String] {
        let reference = model.reference.map { "  \(style.faint($0))" } ?? ""
        return [
            "  \(style.bold(model.title))\(reference)",
            "    \(style.accent(model.state.rawValue))  \(model.text)  \(style.faint("\(model.updatedAt)"))",
        ]
    }
}

private struct DocumentTypeLines: ComponentView {
    let style: Style

    func configure(_ model: DocumentTypeModel, in component: ScreenComponent) throws(ScreenError) -> [String] {
        let title = model.isEnabled ? style.bold(model.title) : style.faint(model.title)
        let count = model.minimum > 0 ? "\(model.count) of \(model.minimum)" : "\(model.count)"
        return ["  \(title)  \(count)", "    \(model.hint)"]
    }
}

private struct DocumentLines: ComponentView {
    let style: Style

    func configure(_ model: DocumentModel, in component: ScreenComponent) throws(ScreenError) -> [String] {
        guard model.pages >= 0 else { throw .unusableModel(identifier: component.reuseIdentifier, id: component.id) }
        let date =
            (model.issueDate.map { ", issued on \($0)" } ?? "") + (model.expiryDate.map { ", valid until \($0)" } ?? "")
        return ["  \(style.bold(model.title))  \(model.state.rawValue)\(date)"]
    }
}

private struct PageLines: ComponentView {
    func configure(_ model: PageModel, in component: ScreenComponent) throws(ScreenError) -> [String] {
        guard model.number > 0 else { throw .unusableModel(identifier: component.reuseIdentifier, id: component.id) }
        let turned = model.rotation == 0 ? "" : ", turned by \(model.rotation)°"
        let kind = model.mediaType?.essence ?? "not yet known"
        return ["    page \(model.number)  \(kind)  \(model.size.map(ByteText.text) ?? "–")\(turned)"]
    }
}

private struct ReasonLines: ComponentView {
    let style: Style

    func configure(_ model: ReasonModel, in component: ScreenComponent) throws(ScreenError) -> [String] {
        ["    \(model.severity == .refuse ? style.bad("✗") : style.warning("!")) \(model.message)"]
    }
}

private struct ActionLines: ComponentView {
    let style: Style

    func configure(_ model: ActionModel, in component: ScreenComponent) throws(ScreenError) -> [String] {
        let label = model.isDestructive ? style.bad(model.label) : model.label
        return ["    [ \(model.isEnabled ? label : style.faint("\(model.label), not now")) ]"]
    }
}

private struct FileLines: ComponentView {
    func configure(_ model: FileModel, in component: ScreenComponent) throws(ScreenError) -> [String] {
        ["    \(model.title)  \(model.mediaType.essence)  \(ByteText.text(model.size))"]
    }
}

private struct NoteLines: ComponentView {
    let style: Style

    func configure(_ model: NoteModel, in component: ScreenComponent) throws(ScreenError) -> [String] {
        ["    \(style.faint(model.text))"]
    }
}
