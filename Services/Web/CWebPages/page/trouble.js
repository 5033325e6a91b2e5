// What went wrong with a request (RFC 9457), by the end of its type.

export class Trouble extends Error {
  constructor(type, status = 0, body = {}) {
    super(type)
    Object.assign(this, { type, status, body })
  }

  static async of(response) {
    let body = {}
    try { body = await response.json() } catch { /* not ours: its status says enough */ }
    return this.from(response.status, body)
  }

  static from(status, body) {
    return new this(String(body.type ?? '').split(/[/#]/).pop() || 'other', status, body)
  }

  /** Whether nothing can be done here any more. The gateway says so; a 404 of what stands before it does not. */
  get isEnd() { return ['link-ended', 'unauthenticated', 'not-found'].includes(this.type) }

  /** Whether it may be gone in a moment: the gateway was not reached, or is not there itself. */
  get isPassing() { return this.status === 0 || (this.status >= 502 && this.status <= 504) }
}
