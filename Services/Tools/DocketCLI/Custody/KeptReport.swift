import CommandSupport
import Custody
import Shared

/// What the head of an export says of heads that were kept. Pure.
struct KeptReport: Encodable, Sendable {
    /// The most that are shown one by one; programs get all.
    static let mostNamed = 1_000

    let judgements: [KeptAgainstExport.Judgement]
    /// The number of kept heads of other tenants, which an export says nothing of.
    let ofOthers: Int

    /// `export` is nil if the head of the export is not believed: nothing can be told then.
    /// - Throws: `notAccepted` if none of the kept heads is of the export's tenant.
    init(_ kept: [String: [KeptHead]], against export: KeptAgainstExport?) throws(CommandFailure) {
        guard let export else {
            judgements = kept.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.flatMap(\.value).compactMap {
                .init(untold: $0, because: "the export's own head is not believed")
            }
            ofOthers = 0
            return
        }
        guard let own = kept[export.tenant] else { throw KeptHeads.none(of: export.tenant, among: kept) }
        judgements = own.compactMap(export.judged)
        ofOthers = kept.reduce(0) { $0 + ($1.key == export.tenant ? 0 : $1.value.count) }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(judgements)
    }

    private func count(_ verdict: KeptAgainstExport.Verdict) -> Int { judgements.count { $0.verdict == verdict } }

    var doesNotHold: Bool { count(.doesNotHold) > 0 }
    var isTold: Bool { count(.cannotBeTold) == 0 }

    func lines(_ style: Style) -> [String] {
        let (sound, wrong, untold) = (count(.holds), count(.doesNotHold), count(.cannotBeTold))
        let word =
            wrong > 0 ? style.bad("does not hold") : untold > 0 ? style.warning("cannot be told") : style.good("holds")
        let parts = [
            sound > 0 ? "\(sound) \(sound == 1 ? "holds" : "hold")" : nil,
            wrong > 0 ? "\(wrong) \(wrong == 1 ? "does" : "do") not" : nil,
            untold > 0 ? "\(untold) cannot be told" : nil,
        ]
        let heads = judgements.count == 1 ? "1 head" : "\(judgements.count) heads"
        var lines = ["kept      \(word): of \(heads) \(parts.compactMap { $0 }.joined(separator: ", "))"]
        // What matters most is not what is left out.
        let sorted = [KeptAgainstExport.Verdict.doesNotHold, .cannotBeTold, .holds].flatMap { verdict in
            judgements.filter { $0.verdict == verdict }
        }
        lines += sorted.prefix(Self.mostNamed).map { line($0, style) }
        if sorted.count > Self.mostNamed { lines.append("  and \(sorted.count - Self.mostNamed) more, which --json names") }
        if untold > 0 {
            lines.append(
                "  to have them told, take a new export with `docket export --kept`, or ask with `docket verify --log --kept`")
        }
        if ofOthers > 0 { lines.append("  left aside: \(ofOthers) of other tenants") }
        return lines
    }

    private func line(_ one: KeptAgainstExport.Judgement, _ style: Style) -> String {
        let word =
            switch one.verdict {
            case .holds: style.good("holds")
            case .doesNotHold: style.bad((one.fault ?? .rewritten).rawValue)
            case .cannotBeTold: style.warning("cannot be told")
            }
        let what = "head \(one.number) of \(one.tenant), era \(one.era), over \(one.size) leaves (\(one.name))"
        return "  \(word): \(what): \(one.reason)"
    }
}
