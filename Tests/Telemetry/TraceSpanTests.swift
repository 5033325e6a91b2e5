import Synchronization
import Testing

@testable import Telemetry

@Suite struct SpanTests {
    private func span(_ context: TraceContext = .root(sampled: true)) -> TraceSpan {
        TraceSpan(context, parent: nil, name: "work", kind: .internal, start: 1, end: 2)
    }

    @Test func `nothing is kept before somebody asks`() {
        let recorder = SpanRecorder()
        let one = span()
        recorder.record(one.context, one)
        #expect(recorder.take(10).spans.isEmpty && !recorder.isRecording)
    }

    @Test func `what finds no room is dropped and counted once`() {
        let recorder = SpanRecorder()
        recorder.start(sampler: .alwaysOn, capacity: 3)
        let spans = (0..<5).map { _ in span() }
        for one in spans { recorder.record(one.context, one) }
        let (first, dropped) = recorder.take(2)
        #expect(first == Array(spans.prefix(2)) && dropped == 2)
        let (second, none) = recorder.take(10)
        #expect(second == [spans[2]] && none == 0)
    }

    @Test func `a batch is told of once, when it has come together`() {
        let recorder = SpanRecorder()
        let told = Mutex(0)
        recorder.start(sampler: .alwaysOn, capacity: 10, batch: 2) { told.withLock { $0 += 1 } }
        for count in 1...4 {
            let one = span()
            recorder.record(one.context, one)
            #expect(told.withLock { $0 } == (count < 2 ? 0 : 1))
        }
        _ = recorder.take(10)
        for one in [span(), span()] { recorder.record(one.context, one) }
        #expect(told.withLock { $0 } == 2)
    }

    @Test func `what others have caused is marked as the sampler decides`() {
        let kept = TraceContext.root(sampled: true)
        let left = TraceContext.root(sampled: false)
        let recorder = SpanRecorder()
        #expect(recorder.received(kept) == kept && recorder.received(left) == left)
        recorder.start(sampler: .parentBased(share: 0))
        #expect(recorder.received(kept) == kept && recorder.received(left) == left)
        recorder.start(sampler: .alwaysOff)
        #expect(recorder.received(kept).flags == [] && recorder.received(kept).spanID == kept.spanID)
        recorder.start(sampler: .alwaysOn)
        #expect(recorder.received(left).flags == .sampled)
    }

    @Test func `samplers decide as OpenTelemetry's do`() {
        let kept = TraceContext.root(sampled: true)
        let left = TraceContext.root(sampled: false)
        #expect(TraceSampler.alwaysOn.keeps(left) && !TraceSampler.alwaysOff.keeps(kept))
        #expect(TraceSampler.parentBased(share: 0).keeps(kept) && !TraceSampler.parentBased(share: 1).keeps(left))
        #expect(
            !TraceSampler.parentBased(share: 0).samplesRoot(.random())
                && TraceSampler.parentBased(share: 1).samplesRoot(.random()))
        let ids = (0..<4_000).map { _ in TraceID.random() }
        let share = ids.filter { TraceSampler.ratio(0.25).samplesRoot($0) }
        #expect((800...1_200).contains(share.count))
        // The same ones everywhere, and those of a smaller share among them.
        #expect(ids.filter { TraceSampler.parentBased(share: 0.25).samplesRoot($0) } == share)
        #expect(Set(share).isSuperset(of: ids.filter { TraceSampler.ratio(0.1).samplesRoot($0) }))
    }

    @Test func `a span that ends now began before`() {
        let one = TraceSpan(.root(sampled: true), parent: nil, name: "work", kind: .client, lasting: .milliseconds(1_500))
        #expect(one.end - one.start == 1_500_000_000)
    }
}
