internal import CEmbeddedBroker
internal import CLibrdkafka

extension KafkaHandle {
    /// Has the main thread of a client of this configuration sleep until its timers are due. It sleeps for whole milliseconds, and would
    /// spend what is left, up to one, on looking at the clock, several times a second: most of what an idle client costs.
    static func allowLateTimers(_ configuration: OpaquePointer) {
        _ = rd_kafka_conf_interceptor_add_on_new(
            configuration, "docket-timers",
            { client, _, _, _, _ in
                rd_kafka_interceptor_add_on_thread_start(
                    client, "docket-timers",
                    { _, kind, _, _ in
                        if kind == RD_KAFKA_THREAD_MAIN { docket_allow_late_timers() }
                        return RD_KAFKA_RESP_ERR_NO_ERROR
                    }, nil)
            }, nil)
    }
}
