import Testing

@testable import ServiceRuntime

/// The mode and the claims of a stage.
@Suite struct RunModeTests {
    /// After each event, in the order of `RunMode.Event.allCases`: began alone, cleared, held, released, stopped.
    private static let table: [RunMode: [RunMode]] = [
        .together: [.alone, .together, .held, .together, .stopping],
        .alone: [.alone, .together, .heldAlone, .alone, .stopping],
        .held: [.heldAlone, .held, .held, .together, .stopping],
        .heldAlone: [.heldAlone, .held, .heldAlone, .alone, .stopping],
        .stopping: [.stopping, .stopping, .stopping, .stopping, .stopping],
    ]

    @Test(arguments: RunMode.allCases) func `each mode leads where the table says`(mode: RunMode) {
        #expect(RunMode.Event.allCases.map { mode.after($0) } == Self.table[mode])
        #expect(mode.isHeld == [.held, .heldAlone].contains(mode))
    }

    /// What is open, and what may then be done.
    private static let claims: [(open: Set<ClaimState.Question>, claims: Bool, givesBack: Bool)] = [
        ([], true, false), ([.claim], false, false), ([.lostAnswer], false, true), ([.claim, .lostAnswer], false, false),
        ([.giveBack], false, false), ([.giveBack, .lostAnswer], false, false),
        ([.claim, .giveBack], false, false), ([.claim, .giveBack, .lostAnswer], false, false),
    ]

    @Test func `each state of claims allows what the table says, and each question is opened and settled by itself`() {
        for row in Self.claims {
            var state = ClaimState()
            for question in row.open { state.opened(question) }
            #expect(state.mayClaim == row.claims, "\(row.open)")
            #expect(state.mayGiveBack == row.givesBack, "\(row.open)")
            for question in ClaimState.Question.allCases {
                var (opened, settled) = (state, state)
                opened.opened(question)
                settled.settled(question)
                #expect(opened.open == row.open.union([question]))
                #expect(settled.open == row.open.subtracting([question]))
            }
        }
    }
}
