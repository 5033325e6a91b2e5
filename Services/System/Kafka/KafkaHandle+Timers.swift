internal import CEmbeddedBroker
internal import CLibrdkafka

extension KafkaHandle {
    /// Makes the main thread of clients with this configuration sleep until its timers are due. Otherwise it sleeps for
    /// whole milliseconds and spends the rest, up to one, polling the clock, several times a second: most of an idle
    /// client's cost.
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
