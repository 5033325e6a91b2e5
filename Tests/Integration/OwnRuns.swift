import Testing

/// Tests that start and end what they test: one after the other, for each needs the machine.
@Suite(.serialized, .timeLimit(.minutes(5)))
enum OwnRuns {}
