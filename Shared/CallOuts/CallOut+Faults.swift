extension JourneyDefinition {
    /// What is wrong with the journey's call-outs.
    var callOutFaults: [JourneyFault] {
        var faults: [JourneyFault] = []
        func expect(_ condition: Bool, _ problem: @autoclosure () -> String) {
            if !condition { faults.append(JourneyFault(documentType: nil, member: "callOuts", problem: problem())) }
        }
        expect(Set(callOuts.map(\.name)).count == callOuts.count, "has a name twice; names are unique")
        expect(Set(callOuts.map(\.after)).count == callOuts.count, "asks twice at the same point; one may be asked at each")
        for callOut in callOuts {
            if let fault = callOut.addressFault { expect(false, "“\(callOut.name)” has a url that \(fault)") }
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
    /// Why the URL can never be called, as far as this shows without resolving its name. The rules of webhooks apply.
    /// Plain http is allowed to the same machine, for development.
    var addressFault: EndpointAddressFault? {
        do throws(EndpointAddressFault) {
            _ = try EndpointAddress(url)
            return nil
        } catch {
            let own = ["127.0.0.1", "localhost", "[::1]"]
            guard url.hasBytes(atStart: "http://"), let address = try? EndpointAddress(url, allowsPrivate: true),
                own.contains(address.host)
            else { return error }
            return nil
        }
    }
}
