/// The common look of all mails: a card on a plain background, light or dark by the reader's preference, as wide as
/// possible. It is pure.
///
/// Mail programs support little of what browsers do: tables make the layout, each element has its styles, and the style
/// sheet has only optional parts (dark colours, narrow screens). Nothing is loaded.
struct MailFrame: Sendable {
    /// The tone of a mail, shown by a mark and its colour. The text says the same.
    enum Tone: String, Sendable, CaseIterable {
        case good, attention, waiting, bad

        fileprivate var mark: String {
            switch self {
            case .good: "✓"
            case .attention: "!"
            case .waiting: "…"
            case .bad: "×"
            }
        }

        /// The mark's colours in the light theme.
        fileprivate var colours: (ink: HTMLText, ground: HTMLText) {
            switch self {
            case .good: ("#05603a", "#d1fadf")
            case .attention: ("#93370d", "#fef0c7")
            case .waiting: ("#1849a9", "#d1e9ff")
            case .bad: ("#912018", "#fee4e2")
            }
        }
    }

    var tone: Tone
    /// BCP 47.
    var language: String
    /// The subject, above the heading.
    var context: String
    var heading: String
    var body: String
    /// The paragraphs and lists after the body.
    var details: HTMLText = ""
    var action: (label: String, address: String)?
    var closing: String

    var html: HTMLText {
        """
        <!DOCTYPE html>
        <html lang="\(language)"><head><meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
        <title>\(heading)</title>
        \(Self.styles)
        </head>
        <body class="page" style="margin:0;padding:0;background:#eef1f5;-webkit-text-size-adjust:100%">
        <div style="display:none;max-height:0;overflow:hidden">\(body)</div>
        <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>
        <td class="ground" align="center" style="padding:40px 16px">
        <table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" \
        style="max-width:560px;background:#ffffff;border:1px solid #dfe3ea;border-radius:14px;border-collapse:separate;\
        text-align:left"><tr>
        <td class="inner" style="padding:36px 40px 32px;\(Self.font)">
        <main>
        \(mark)
        <p class="soft" style="margin:0 0 4px;font-size:14px;line-height:20px;color:#475467">\(context)</p>
        <h1 class="ink" style="margin:0 0 12px;font-size:24px;line-height:32px;font-weight:700;color:#101828">\(heading)</h1>
        <p class="ink" style="margin:0;font-size:16px;line-height:25px;color:#1d2939">\(body)</p>
        \(details)
        \(button)
        </main>
        <footer class="soft line" style="margin:32px 0 0;padding:20px 0 0;border-top:1px solid #dfe3ea;font-size:13px;\
        line-height:19px;color:#475467">\(closing)</footer>
        </td></tr></table>
        </td></tr></table>
        </body></html>
        """
    }

    /// The sentences about one subject, under its title.
    static func group(_ title: String, _ sentences: [String], tone: Tone) -> HTMLText {
        let items = HTMLText.joined(
            sentences.map { "<li class=\"ink\" style=\"margin:6px 0 0;padding:0;color:#1d2939\">\($0)</li>" })
        return """
            <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:16px 0 0;\
            border-collapse:separate"><tr>
            <td class="group \(tone.rawValue)" style="padding:16px 18px;background:#f6f8fa;border-left:4px solid \(tone.colours.ink);\
            border-radius:4px 10px 10px 4px;\(font)font-size:15px;line-height:23px">
            <h2 class="ink" style="margin:0;font-size:16px;line-height:23px;font-weight:600;color:#101828">\(title)</h2>
            <ul style="margin:0;padding:0 0 0 20px">\(items)</ul>
            </td></tr></table>
            """
    }

    private var mark: HTMLText {
        let (ink, ground) = tone.colours
        return """
            <div class="mark \(tone.rawValue)" aria-hidden="true" style="width:44px;height:44px;margin:0 0 20px;border-radius:22px;\
            background:\(ground);color:\(ink);font-size:24px;line-height:44px;font-weight:700;text-align:center">\(tone.mark)</div>
            """
    }

    private var button: HTMLText {
        guard let action else { return "" }
        return """
            <p style="margin:28px 0 0"><a class="button" href="\(action.address)" style="display:inline-block;background:#175cd3;\
            color:#ffffff;padding:13px 28px;border-radius:8px;font-size:16px;line-height:22px;font-weight:600;\
            text-decoration:none;text-align:center">\(action.label)</a></p>
            """
    }

    private static let font: HTMLText = """
        font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,'Hiragino Sans','Yu Gothic UI',\
        'Noto Sans CJK JP',sans-serif;
        """

    private static let styles: HTMLText = """
        <style>
        :root{color-scheme:light dark;supported-color-schemes:light dark}
        h1,h2,p,li{overflow-wrap:anywhere}
        @media (max-width:520px){
        .page{background:#ffffff!important}
        .ground{padding:0!important}
        .card{border:0!important;border-radius:0!important}
        .inner{padding:28px 22px 32px!important}
        .button{display:block!important}
        }
        @media (prefers-color-scheme:dark){
        .page{background:#0c111d!important}
        .card{background:#161b26!important;border-color:#333741!important}
        .ink{color:#f5f5f6!important}
        .soft{color:#b4b8c1!important}
        .line{border-color:#333741!important}
        .group{background:#1f242f!important}
        .button{background:#84caff!important;color:#102a56!important}
        .mark.good{background:#053321!important;color:#75e0a7!important}
        .mark.attention{background:#4e1d09!important;color:#fec84b!important}
        .mark.waiting{background:#102a56!important;color:#84caff!important}
        .mark.bad{background:#55160c!important;color:#fda29b!important}
        .group.good{border-color:#75e0a7!important}
        .group.attention{border-color:#fec84b!important}
        .group.waiting{border-color:#84caff!important}
        .group.bad{border-color:#fda29b!important}
        }
        @media (max-width:520px) and (prefers-color-scheme:dark){
        .page{background:#161b26!important}
        }
        </style>
        """
}
