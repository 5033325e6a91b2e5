/// Something that reads hostile bytes, and what must hold whatever they are.
///
/// `deploy/fuzz` runs each under libFuzzer; the tests run what they begin with, so that none of them rots.
protocol FuzzTarget: Sendable {
    /// What the fuzzer begins with: generated, one for each thing that the parser understands.
    static var seeds: [[UInt8]] { get }

    /// Traps, which the fuzzer reports as a finding, when something does not hold.
    static func run(_ input: [UInt8])
}
