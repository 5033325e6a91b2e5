// Live streams: server-sent events (HTML Living Standard, section 9.2.6), followed again from where they were after a cut.
import { DocketError, GatewayProblem, unexpected } from './problems.js'

/** The gateway says so often that it is there, in milliseconds. */
export const beat = 15_000
const longest = (1 << 20) + (1 << 16)
const longestPause = 30_000

/** What a stream has told. Pure: it is fed with bytes, and says how to go on after a cut. */
export class Following {
  #text = ''
  #data = []
  #size = 0
  #type = ''
  #next = ''
  #pause = 1000
  #decoder = new TextDecoder()

  constructor(after) { this.last = after }

  get headers() { return { accept: 'text/event-stream', ...(this.last ? { 'last-event-id': this.last } : {}) } }

  feed(bytes) {
    // An event that nobody ends is not the gateway's.
    if (this.#text.length + this.#size + bytes.length > longest) throw unexpected('The gateway tells an event that has no end.')
    const lines = (this.#text + this.#decoder.decode(bytes, { stream: true })).split('\n')
    this.#text = lines.pop()
    const events = []
    for (const whole of lines) {
      const line = whole.endsWith('\r') ? whole.slice(0, -1) : whole
      if (line === '') {
        if (this.#data.length) events.push(this.#event())
        this.#data = []
        this.#size = 0
        this.#type = this.#next = ''
        continue
      }
      const colon = line.indexOf(':')
      const name = colon < 0 ? line : line.slice(0, colon)
      const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '')
      if (name === 'data') {
        this.#data.push(value)
        this.#size += value.length + 1
      } else if (name === 'event') this.#type = value
      else if (name === 'id') this.#next = value
    }
    // Also a beat: what cuts a stream that is idle is no trouble of the gateway's.
    if (bytes.length) this.#pause = 1000
    return events
  }

  #event() {
    let data
    try { data = JSON.parse(this.#data.join('\n')) } catch { /* said below */ }
    if (data === null || typeof data !== 'object' || Array.isArray(data)) throw unexpected('The gateway tells an event that is no object.')
    // The standard lets an id live on; here each event has its own, and what has none is nothing to go on behind.
    if (this.#next) this.last = this.#next
    return { type: this.#type, id: this.#next || null, data }
  }

  /** How many milliseconds to wait before it is followed again. Throws what does not pass. */
  cut(error) {
    this.#text = this.#type = this.#next = ''
    this.#data = []
    this.#size = 0
    this.#decoder = new TextDecoder()
    if (error && !(error instanceof DocketError && error.isRetriable) && error.status !== 500) throw error
    const asked = error instanceof GatewayProblem ? 1000 * Math.min(60, error.retryAfter ?? 0) : 0
    const pause = Math.max(this.#pause, asked)
    this.#pause = Math.min(this.#pause * 2, longestPause)
    return pause
  }
}
