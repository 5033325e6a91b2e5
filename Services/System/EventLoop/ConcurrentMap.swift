extension Collection where Element: Sendable {
    /// The results of `body` for all elements, in their order. At most `most` run at the same time. The first error
    /// cancels the others.
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
