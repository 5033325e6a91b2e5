import HTTPServer

/// Fields of every answer, whoever makes it.
enum SecurityHeaders {
    /// Nothing that the gateway answers is a page: nothing in it may be run, framed or guessed at.
    static let all: HTTPHeaders = [
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    ]
}
