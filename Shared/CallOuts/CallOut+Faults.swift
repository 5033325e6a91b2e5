extension JourneyDefinition {
    /// What is wrong with the journey's call-outs, in an installation that lets webhooks reach its own network, or in one that does not.
    func callOutFaults(allowsPrivate: Bool) -> [JourneyFault] {
        var faults: [JourneyFault] = []
        func expect(_ condition: Bool, _ problem: @autoclosure () -> String) {
            if !condition { faults.append(JourneyFault(documentType: nil, member: "callOuts", problem: problem())) }
        }
        expect(Set(callOuts.map(\.name)).count == callOuts.count, "has a name twice; names are unique")
        expect(Set(callOuts.map(\.after)).count == callOuts.count, "asks twice at the same point; one may be asked at each")
        for callOut in callOuts {
            if let problem = callOut.addressProblem(allowsPrivate: allowsPrivate) {
                expect(false, "“\(callOut.name)” has a url that \(problem)")
            }
            expect(
                CallOut.allowedWithin.contains(callOut.within),
                "“\(callOut.name)” waits \(callOut.within) seconds in all; allowed is one second to 7 days")
            expect(
                CallOut.allowedTimeout.contains(callOut.timeout) && callOut.timeout <= callOut.within,
                "“\(callOut.name)” waits \(callOut.timeout) seconds for a try; allowed is 1 to 60, and not more than `within`")
            expect(Set(callOut.send).count == callOut.send.count, "“\(callOut.name)” sends a part twice")
        }
        return faults
    }
}

extension CallOut {
    /// Why the URL can never be called, as far as this shows without resolving its name; continues “a url that …”. The rules are those of
    /// webhooks.
    func addressProblem(allowsPrivate: Bool) -> String? {
        do throws(EndpointAddressFault) {
            _ = try EndpointAddress(url, allowsPrivate: allowsPrivate)
            return nil
        } catch {
            let isForDevelopment = !allowsPrivate && (try? EndpointAddress(url, allowsPrivate: true)) != nil
            return "\(error)\(isForDevelopment ? "; for development, DOCKET_WEBHOOK_ALLOW_PRIVATE=true allows it" : "")"
        }
    }
}
