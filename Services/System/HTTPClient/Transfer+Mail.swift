import CLibcurl

extension Transfer {
    /// Sets the options of the easy handle for a message.
    func setMail(_ mail: MailRequest) throws(HTTPClientError) {
        try easy.set(CURLOPT_PROTOCOLS_STR, mail.security == .tls ? "smtps" : "smtp")
        try easy.set(CURLOPT_USE_SSL, Int(mail.security == .none ? CURLUSESSL_NONE.rawValue : CURLUSESSL_ALL.rawValue))
        try easy.set(CURLOPT_MAIL_FROM, mail.sender)
        try easy.setRecipients([mail.recipient])
        if let login = mail.login {
            try easy.set(CURLOPT_USERNAME, login.user)
            try easy.set(CURLOPT_PASSWORD, login.password)
        }
        try easy.set(CURLOPT_UPLOAD, 1)
        try easy.set(CURLOPT_INFILESIZE_LARGE, offset: Int64(mail.message.count))
    }

    /// The result of a message. A refusal by the server is an answer, like an HTTP status.
    func mailResult(_ code: CURLcode) -> Result<ClientResponse, HTTPClientError> {
        let last = easy.responseCode
        guard code == CURLE_OK || last >= 400 else { return .failure(easy.failure(code)) }
        return .success(ClientResponse(status: last, headers: [:], body: [], remoteAddress: easy.remoteAddress))
    }
}
