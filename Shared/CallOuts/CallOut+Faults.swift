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
            expect(callOut.hasSoundAddress, "“\(callOut.name)” has a url that is not https:// and a host, without a password")
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
    /// As far as it shows without a look-up: plain http is for a process on the same machine, while one develops. Whether the host may
    /// be reached is decided where it is asked.
    var hasSoundAddress: Bool {
        let isPlain = url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") && $0 != UInt8(ascii: "#") }
        guard url.utf8.count <= Self.maximumURLLength, isPlain else { return false }
        let isSecure = url.hasBytes(atStart: "https://")
        guard isSecure || url.hasBytes(atStart: "http://") else { return false }
        let authority = url.utf8.dropFirst(isSecure ? 8 : 7).prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
        guard !authority.isEmpty, !authority.contains(UInt8(ascii: "@")) else { return false }
        guard !isSecure else { return true }
        return ["127.0.0.1", "localhost", "[::1]"].contains { host in
            authority.elementsEqual(host.utf8) || authority.starts(with: (host + ":").utf8)
        }
    }
}
