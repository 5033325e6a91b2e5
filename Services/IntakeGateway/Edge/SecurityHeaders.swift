import HTTPServer

/// Header fields of every answer.
enum SecurityHeaders {
    /// The default for answers that are no pages: nothing in them may run or be framed, and no type is guessed. Pages
    /// have policies of their own.
    static let all: HTTPHeaders = [
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    ]
}
