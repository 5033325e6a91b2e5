import CEventLoop
import Glibc

/// Everything that the child needs after a fork. It is made before, because the child may not allocate.
struct SpawnPlan {
    private let options: ChildProcess.Options
    private let null: OwnedDescriptor
    private let lifelineReader: OwnedDescriptor?
    let lifelineWriter: OwnedDescriptor?

    init(_ options: ChildProcess.Options) throws(EventLoopError) {
        self.options = options
        let number = Glibc.open("/dev/null", O_RDWR | O_CLOEXEC)
        guard number >= 0 else { throw .systemCall("open /dev/null") }
        null = OwnedDescriptor(number)
        if options.lifeline != nil {
            var ends: [CInt] = [-1, -1]
            guard docket_pipe(&ends) == 0 else { throw .systemCall("pipe2") }
            lifelineReader = OwnedDescriptor(ends[0])
            lifelineWriter = OwnedDescriptor(ends[1])
        } else {
            lifelineReader = nil
            lifelineWriter = nil
        }
    }

    /// The child's number to the parent's descriptor.
    private var mapping: [CInt: CInt] {
        var mapping: [CInt: CInt] = [0: null.number, 1: 1, 2: 2]
        for (child, output) in [(CInt(1), options.standardOutput), (2, options.standardError)] {
            switch output {
            case .inherit: mapping[child] = child
            case .discard: mapping[child] = null.number
            case .descriptor(let parent): mapping[child] = parent
            }
        }
        mapping.merge(options.descriptors) { _, given in given }
        if let number = options.lifeline, let lifelineReader { mapping[number] = lifelineReader.number }
        return mapping
    }

    /// The subject of a failed step of the child; the numbers are those of `docket_spawn_in_child`.
    private func subject(ofStep step: CInt) -> String {
        switch step {
        case 1: "the descriptors of \(options.executable)"
        case 2: "the process group of \(options.executable)"
        case 3: "\(options.executable) as another user"
        case 4: "\(options.executable) in \(options.workingDirectory ?? "its folder")"
        case 5: "the watch over the parent of \(options.executable)"
        default: options.executable
        }
    }

    func start() throws(EventLoopError) -> pid_t {
        let descriptors = mapping.sorted { $0.key < $1.key }
        let parents = descriptors.map(\.value)
        let children = descriptors.map(\.key)
        let arguments = CStrings([options.executable] + options.arguments)
        let environment = CStrings(options.environment.map { "\($0.key)=\($0.value)" })
        let paths = CStrings([options.executable] + (options.workingDirectory.map { [$0] } ?? []))
        var child: pid_t = 0
        var step: CInt = 0
        let error = parents.withUnsafeBufferPointer { parents in
            children.withUnsafeBufferPointer { children in
                var plan = docket_spawn_plan()
                plan.executable = UnsafePointer(paths.pointers[0])
                plan.arguments = UnsafePointer(arguments.pointers)
                plan.environment = UnsafePointer(environment.pointers)
                plan.working_directory = options.workingDirectory == nil ? nil : UnsafePointer(paths.pointers[1])
                plan.parent_descriptors = parents.baseAddress
                plan.child_descriptors = children.baseAddress
                plan.descriptor_count = CInt(parents.count)
                plan.own_process_group = options.ownProcessGroup ? 1 : 0
                if let identity = options.identity {
                    plan.change_user = 1
                    plan.user = identity.userID
                    plan.group = identity.groupID
                }
                plan.parent_death_signal = options.parentDeathSignal ?? 0
                plan.parent = getpid()
                return docket_spawn(&plan, &child, &step)
            }
        }
        withExtendedLifetime((arguments, environment, paths, lifelineReader, null)) {}
        guard error == 0 else { throw EventLoopError(code: .spawnFailed, subject: subject(ofStep: step), number: error) }
        return child
    }
}

/// A null-terminated vector of C strings.
private final class CStrings {
    let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    private let count: Int

    init(_ strings: [String]) {
        count = strings.count
        pointers = .allocate(capacity: count + 1)
        pointers.initialize(repeating: nil, count: count + 1)
        for (index, string) in strings.enumerated() { pointers[index] = strdup(string) }
    }

    deinit {
        for index in 0..<count { free(pointers[index]) }
        pointers.deallocate()
    }
}
