extension JourneyDefinition {
    /// What is wrong with whom it asks.
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
    /// As far as it shows without a look-up, by what holds for webhooks: what can never be asked is told at the start, and not by every
    /// submission. Plain http is for a process on the same machine, while one develops.
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
