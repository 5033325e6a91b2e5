import Shared
import YAML

/// The call-outs of a journey: a list of `{name, url, after, within, timeout, onFailure, send}`.
extension JourneyReader {
    mutating func callOuts(_ node: YAMLNode?) -> [CallOut] {
        guard let node else { return [] }
        guard case .sequence(let nodes) = node.value else {
            fault(node.location, "callouts is a list of call-outs, each with a name and a url, not \(node.kind)")
            return []
        }
        return nodes.compactMap { callOut($0) }
    }

    private mutating func callOut(_ node: YAMLNode) -> CallOut? {
        guard var object = object(node, "a call-out") else { return nil }
        let name = identifier(object.required("name", &self), "name", of: CallOutID.self)
        let url = text(object.required("url", &self), "url")
        let after = choice(object.take("after"), "after", of: CallOut.Point.self) ?? .validation
        let within = period(object.take("within"), "within") ?? 30
        let timeout = period(object.take("timeout"), "timeout")
        let onFailure = choice(object.take("onFailure"), "onFailure", of: CallOut.Failure.self) ?? .review
        let send = parts(object.take("send"))
        refuseUnknown(object)
        guard let name, let url else { return nil }
        return CallOut(
            name: name, url: url, after: after, within: within, timeout: timeout, onFailure: onFailure, send: send)
    }

    private mutating func parts(_ node: YAMLNode?) -> [CallOut.Part] {
        guard let node else { return [] }
        guard case .sequence(let nodes) = node.value else {
            fault(node.location, "send is a list such as [subject, values], not \(node.kind)")
            return []
        }
        return nodes.compactMap { choice($0, "send", of: CallOut.Part.self) }
    }
}
