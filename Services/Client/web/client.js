// The client of a gateway, for browsers and Node.
import { opened } from './files.js'
import { Operations } from './operations.js'
import { crypto } from './platform.js'
import { DocketError, GatewayProblem, invalid, unexpected, unreachable } from './problems.js'
import { path, placeOf, sleep, withQuery } from './requests.js'
import { Following, beat } from './streams.js'
import { upload } from './uploads.js'

export { DocketError, GatewayProblem }

const mostTries = 4
const firstPause = 100
/** Longer than the gateway lets a process that died hold a key. */
const longestRepeat = 60_000
const largestAnswer = 64 << 20
const outcomes = ['accepted', 'needs_input', 'in_review', 'rejected', 'failed', 'withdrawn', 'expired']

/** A UUID, also on pages that are not from a secure origin. */
function newKey() {
  if (crypto.randomUUID) return crypto.randomUUID()
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** What destroys a person's data: prepared and not done, until it is confirmed. */
export class Confirmation {
  #act

  constructor(problem, act) {
    for (const name of ['title', 'message', 'actionLabel', 'token', 'expiresAt']) {
      if (typeof problem.members[name] !== 'string') throw unexpected('The gateway asks for a confirmation without saying of what.')
      this[name] = problem.members[name]
    }
    this.#act = act
  }

  confirm() { return this.#act(this.token) }
}

export class DocketClient extends Operations {
  #base
  #token
  #headers
  #timeout
  #fetch

  constructor(baseURL, { token, language, timeout = 30_000, fetch: own } = {}) {
    super()
    let url
    try { url = new URL(baseURL) } catch { /* said below */ }
    if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username) {
      throw invalid('The gateway’s address must be a URL such as http://127.0.0.1:8080.')
    }
    if (token !== undefined && !/^[!-~]+$/.test(token)) throw invalid('The token has blanks or characters that no token has.')
    if (language !== undefined && !/^[A-Za-z0-9,;=.* -]+$/.test(language)) throw invalid('The language must be a tag such as de.')
    this.#base = url.href.replace(/\/+$/, '')
    this.#token = token
    this.#timeout = timeout
    this.#fetch = own ?? globalThis.fetch.bind(globalThis)
    this.#headers = {
      accept: 'application/json, application/problem+json', ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(language ? { 'accept-language': language } : {}),
    }
  }

  static fromLink(link, options = {}) {
    let url
    try { url = new URL(link) } catch { /* said below */ }
    const found = url && !url.username && /^(.*)\/u\/([^/]{1,200})\/?$/.exec(url.pathname)
    if (!found) throw invalid('This is not the address of a link: it has /u/ and a secret behind it.')
    return new DocketClient(url.origin + found[1], { ...options, token: decodeURIComponent(found[2]) })
  }

  // MARK: what is asked

  linkedSubmission(options) {
    if (!this.#token?.startsWith('dl_')) throw invalid('This client was not made of a link.')
    return this.call('GET', `/u/${this.#token}`, options)
  }

  async addPage(submission, document, file, options = {}) {
    const place = path`/v1/submissions/${submission}/documents/${document}/pages`
    const one = opened(file, options)
    const content = await one.whole()
    return (await this.#answer('POST', place, { ...options, headers: one.headers, content, isKeyed: true, patience: Infinity })).json()
  }

  /** The file is read and sent when it is confirmed. */
  async replacePage(submission, document, page, file, options = {}) {
    const place = path`/v1/submissions/${submission}/documents/${document}/pages/${page}/content`
    const one = opened(file, options)
    const problem = await this.#question('PUT', place, options)
    return new Confirmation(problem, async (token) => {
      const headers = { ...one.headers, 'docket-confirmation': token }
      return (await this.#answer('PUT', place, { ...options, headers, content: await one.whole(), patience: Infinity })).json()
    })
  }

  upload(document, file, options = {}) {
    path`${document}`
    return upload((method, place, more) => this.#answer(method, place, more), document, opened(file, options), options)
  }

  async cancelUpload(number, options = {}) {
    await this.#answer('DELETE', path`/v1/uploads/${number}`, { ...options, headers: { 'tus-resumable': '1.0.0' } })
  }

  async checkFiles(journey, documents, options = {}) {
    const form = new FormData()
    if (options.consent) form.append('consent', options.consent)
    for (const document of documents) {
      for (const name of ['type', 'issueDate', 'expiryDate', 'periodStart', 'periodEnd', 'source']) {
        if (document[name]) form.append(name, document[name])
      }
      for (const file of document.files ?? []) {
        const one = opened(file)
        const blob = new Blob([await one.whole()], { type: one.mediaType ?? 'application/octet-stream' })
        form.append('file', blob, one.extension ? `file.${one.extension}` : 'file')
      }
    }
    return (await this.#answer('POST', path`/v1/journeys/${journey}/check`, { ...options, content: form, patience: Infinity })).json()
  }

  async wait(submission, { until = ({ state }) => outcomes.includes(state), timeout = 60_000, onChange, signal } = {}) {
    const place = path`/v1/submissions/${submission}`
    const deadline = Date.now() + timeout
    let pause = 20, last = 'nothing has changed', tag
    for (;;) {
      let asked = 0
      try {
        const response = await this.#send('GET', place, { headers: tag ? { 'if-none-match': tag } : {}, signal })
        if (response.status !== 304) {
          const view = successful(response).json()
          tag = response.headers.get('etag') ?? undefined
          last = `it is ${view.state}`
          onChange?.(view)
          if (until(view)) return view
        }
      } catch (error) {
        if (!error.isRetriable) throw error
        last = error.message
        asked = 1000 * Math.min(60, error.retryAfter ?? 0)
      }
      const rest = Math.max(pause, asked)
      if (Date.now() + rest > deadline) {
        throw new DocketError('timed-out', `The submission was not as expected within ${timeout} ms: ${last}.`, { isRetriable: true })
      }
      await sleep(rest, signal)
      pause = Math.min(pause * 1.5, 2000)
    }
  }

  async *pages(listing, options) {
    for (;;) {
      yield listing
      if (!listing.next) return
      listing = await this.call('GET', placeOf(listing.next), options)
    }
  }

  async download(address, { accept = '*/*', signal } = {}) {
    return (await this.#open('GET', placeOf(address), { headers: { accept }, signal })).body
  }

  follow(submission, options) {
    return this.#followed(submission === undefined || submission === null ? '/v1/events' : path`/v1/submissions/${submission}/events`, options)
  }

  followReviewQueue(options) { return this.#followed('/v1/review/queue/events', options) }

  async *#followed(place, { after, signal } = {}) {
    const following = new Following(after)
    for (;;) {
      // Ends the connection when the gateway is silent, when whoever follows stops, and when they cancel.
      const end = new AbortController()
      const cancelled = () => end.abort(signal.reason)
      if (signal?.aborted) throw signal.reason
      signal?.addEventListener('abort', cancelled, { once: true })
      let silence, problem
      const listen = () => {
        clearTimeout(silence)
        silence = setTimeout(() => end.abort(unreachable('The gateway is silent.')), 2.5 * beat)
      }
      try {
        listen()
        const response = await this.#open('GET', place, { headers: following.headers, signal: end.signal })
        const reader = response.body.getReader()
        for (;;) {
          let part
          try { part = await reader.read() } catch (fault) { throw unreachable('The stream was cut.', fault) }
          if (part.done) break
          listen()
          yield* following.feed(part.value)
        }
      } catch (error) {
        if (signal?.aborted) throw signal.reason
        problem = error
      } finally {
        clearTimeout(silence)
        signal?.removeEventListener('abort', cancelled)
        end.abort()
      }
      await sleep(following.cut(problem), signal)
    }
  }

  // MARK: how it is asked

  /** One question of `Operations`. */
  async call(method, place, { expecting = 'json', ...rest } = {}) {
    const headers = expecting === 'json' ? {} : { accept: '*/*' }
    const response = await this.#answer(method, place, { ...rest, headers })
    if (expecting === 'bytes') return new Blob([response.bytes], { type: response.headers.get('content-type') ?? '' })
    if (expecting === 'text') return response.text()
    return response.bytes.length ? response.json() : null
  }

  async ask(method, place, options = {}) {
    const problem = await this.#question(method, place, options)
    return new Confirmation(problem, async (token) => {
      const response = await this.#answer(method, place, { ...options, headers: { 'docket-confirmation': token } })
      return response.bytes.length ? response.json() : null
    })
  }

  async #question(method, place, options) {
    try {
      await this.#answer(method, place, options)
    } catch (error) {
      if (error.type === 'confirmation-required') return error
      throw error
    }
    throw unexpected('The gateway acted without asking for a confirmation.')
  }

  /** Sends, and throws what is no success. What has a key is sent again while no answer comes, and until the gateway has ended with an
   * earlier try of it, which it may go on with for a while after the connection is gone. */
  async #answer(method, place, options = {}) {
    const key = options.isKeyed ? options.key ?? newKey() : undefined
    if (key !== undefined && !/^[!#-[\]-~]{1,253}$/.test(key)) {
      throw invalid('A key has visible characters of ASCII alone, and neither quotes nor backslashes.')
    }
    const more = { ...options, headers: { ...options.headers, ...(key === undefined ? {} : { 'idempotency-key': `"${key}"` }) } }
    for (let losses = 0, waited = 0; ;) {
      let response
      try {
        response = await this.#send(method, place, more)
      } catch (error) {
        losses += 1
        if (key === undefined || error.code !== 'unreachable' || losses >= mostTries) throw error
        await sleep(firstPause * 2 ** losses, options.signal)
        continue
      }
      if (key !== undefined && response.status === 409) {
        const problem = response.problem()
        const pause = 1000 * Math.min(10, Math.max(1, problem.retryAfter ?? 1))
        if (problem.type === 'idempotency-key-in-use' && waited + pause <= longestRepeat) {
          waited += pause
          await sleep(pause, options.signal)
          continue
        }
      }
      return successful(response)
    }
  }

  /** Sends once, and collects the answer, whatever its status. `patience` times the client's time-out is how long that may take. */
  async #send(method, place, { signal, patience = 1, ...rest } = {}) {
    const end = new AbortController()
    const cancelled = () => end.abort(signal.reason)
    if (signal?.aborted) throw signal.reason
    signal?.addEventListener('abort', cancelled, { once: true })
    const limit = this.#timeout * patience
    const late = () => end.abort(unreachable(`The gateway did not answer within ${limit} ms.`))
    const timer = Number.isFinite(limit) ? setTimeout(late, limit) : undefined
    try {
      return await collected(await this.#fetched(method, place, { ...rest, signal: end.signal }))
    } catch (fault) {
      throw signal?.aborted ? signal.reason : end.signal.aborted ? end.signal.reason : fault
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', cancelled)
    }
  }

  /** The head of a successful answer, whose body is to be read; the signal ends that, too. */
  async #open(method, place, options) {
    const response = await this.#fetched(method, place, options)
    if (!response.ok) successful(await collected(response))
    return response
  }

  async #fetched(method, place, { query, body, content, headers = {}, version, signal } = {}) {
    const all = { ...this.#headers, ...headers }
    if (version !== undefined) {
      if (!Number.isSafeInteger(version)) throw invalid('A version is a number.')
      all['if-match'] = `"v${version}"`
    }
    let sent = content
    if (body !== undefined && body !== null) {
      all['content-type'] = 'application/json'
      sent = JSON.stringify(body)
    }
    try {
      return await this.#fetch(this.#base + withQuery(place, query), {
        method, headers: all, body: sent, signal, redirect: 'manual', cache: 'no-store', credentials: 'omit', referrerPolicy: 'no-referrer',
      })
    } catch (fault) {
      throw signal?.aborted ? signal.reason : unreachable('The gateway did not answer.', fault)
    }
  }
}

/** Reads all of an answer. */
async function collected(response) {
  const parts = []
  let size = 0
  const reader = response.body?.getReader()
  try {
    for (let part; reader && !(part = await reader.read()).done;) {
      size += part.value.length
      if (size > largestAnswer) {
        await reader.cancel()
        throw unexpected('The gateway’s answer is too large.')
      }
      parts.push(part.value)
    }
  } catch (fault) {
    throw fault instanceof DocketError ? fault : unreachable('The gateway’s answer was cut.', fault)
  }
  const bytes = new Uint8Array(size)
  let offset = 0
  for (const part of parts) {
    bytes.set(part, offset)
    offset += part.length
  }
  const text = () => new TextDecoder().decode(bytes)
  return {
    status: response.status, headers: response.headers, bytes, text,
    json() { try { return JSON.parse(text()) } catch { throw unexpected(`The gateway’s answer is not JSON (status ${response.status}).`) } },
    problem: () => GatewayProblem.of(response.status, response.headers, text()),
  }
}

/** Throws what is no success. */
function successful(response) {
  if (response.status >= 200 && response.status < 300) return response
  if (response.status >= 400) throw response.problem()
  throw unexpected(`The gateway redirects, or answers a question that was not asked (status ${response.status}).`)
}
