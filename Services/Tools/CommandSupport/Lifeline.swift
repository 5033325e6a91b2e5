/// A pipe that nobody writes to: its other end closes when `docket up` ends, in whatever way, and every child that reads
/// it learns so at once. (A signal at the parent's death is not enough: the kernel sends it when the *thread* that spawned
/// ends, and forgets it when the child changes its user.)
package enum Lifeline {
    /// Where a child finds its end.
    package static let descriptor: CInt = 3
    /// Tells a child of it.
    package static let variable = "DOCKET_LIFELINE_FD"
}
