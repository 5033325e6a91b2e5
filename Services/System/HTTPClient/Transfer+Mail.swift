import CLibcurl

extension Transfer {
    /// Tells the easy handle about a message instead of a request.
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

    /// What became of a message. A refusal by the server is an answer, as a status is one of HTTP.
    func mailResult(_ code: CURLcode) -> Result<ClientResponse, HTTPClientError> {
        let last = easy.responseCode
        guard code == CURLE_OK || last >= 400 else { return .failure(easy.failure(code)) }
        return .success(ClientResponse(status: last, headers: [:], body: [], remoteAddress: easy.remoteAddress))
    }
}
