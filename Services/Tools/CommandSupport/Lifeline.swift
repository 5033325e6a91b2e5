/// A pipe that is never written to. Its other end closes when `docket up` ends for any reason, and every child that reads
/// it notices at once. (A signal on the parent's death is not enough: the kernel sends it when the *thread* that spawned
/// the child ends, and drops it when the child changes its user.)
package enum Lifeline {
    /// The descriptor of the pipe in a child.
    package static let descriptor: CInt = 3
    /// The variable that tells a child the descriptor.
    package static let variable = "DOCKET_LIFELINE_FD"
}
