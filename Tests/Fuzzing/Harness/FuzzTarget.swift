/// Something that reads hostile bytes, and what must hold whatever they are.
///
/// `deploy/fuzz` compiles each target with the sources that its `// fuzz:` line names into one module of its own and runs it under
/// libFuzzer; the tests compile all of them against the real modules and run what they begin with, so that none of them rots.
protocol FuzzTarget: Sendable {
    /// What the fuzzer begins with: generated, one for each thing that the parser understands.
    static var seeds: [[UInt8]] { get }

    /// Traps, which the fuzzer reports as a finding, when something does not hold.
    static func run(_ input: [UInt8])
}
