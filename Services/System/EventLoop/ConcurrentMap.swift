extension Collection where Element: Sendable {
    /// What `body` makes of each element, in their order; at most so many are worked on at a time. The first error ends the others.
    public func concurrentMap<Value: Sendable>(
        atMost most: Int, _ body: @escaping @Sendable (Element) async throws -> Value
    ) async throws -> [Value] {
        try await withThrowingTaskGroup(of: (Int, Value).self) { group in
            var values = [Value?](repeating: nil, count: count)
            for (index, element) in enumerated() {
                if index >= Swift.max(1, most), let (done, value) = try await group.next() { values[done] = value }
                group.addTask { (index, try await body(element)) }
            }
            for try await (done, value) in group { values[done] = value }
            return values.compactMap(\.self)
        }
    }
}
