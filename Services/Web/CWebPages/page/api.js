// What is asked of the gateway about one submission.
import { Following, beat } from './streams.js'
import { ask } from './requests.js'

export function makeApi({ place, start, signal: life }) {
  const at = `/v1/submissions/${start.submission}`
  const send = (method, path, options = {}) => ask(place, method, path, { signal: life, ...options })
  const read = async (path) => (await send('GET', path)).json()

  /** Asks the gateway, then the person, and acts with the gateway's token alone. False when the person says no. */
  async function confirmed(method, path, version, agree, options = {}) {
    const more = { 'If-Match': `"v${version}"`, ...options.more }
    try {
      await send(method, path, { ...options, more })
    } catch (trouble) {
      if (trouble.type !== 'confirmation-required') throw trouble
      if (!await agree(trouble.body)) return false
      await send(method, path, { ...options, more: { ...more, 'Docket-Confirmation': trouble.body.token } })
    }
    return true
  }

  /** The question comes before the file is sent: the gateway asks before it reads a byte. */
  async function replacePage(id, page, file, version, agree) {
    const path = `${at}/documents/${id}/pages/${page}/content`
    const more = { 'If-Match': `"v${version}"` }
    let token
    try {
      await send('PUT', path, { more })
    } catch (trouble) {
      if (trouble.type !== 'confirmation-required') throw trouble
      token = trouble.body.token
    }
    if (!await agree()) return false
    await send('PUT', path, { body: file, more: { ...more, 'Docket-Confirmation': token, 'Content-Type': file.type || 'application/octet-stream' } })
    return true
  }

  // MARK: pictures

  const pictures = new Map(), addresses = []

  /** An address for an `img`, as long as the page lives. */
  function addressOf(blob) {
    const address = URL.createObjectURL(blob)
    addresses.push(address)
    // What came too late is shown nowhere.
    if (life.aborted) free()
    return address
  }
  const free = () => { for (const address of addresses.splice(0)) URL.revokeObjectURL(address) }
  life.addEventListener('abort', free)

  /** An address of the picture; null where there is none yet. Fetched once as long as the page lives. */
  function picture(document, page, part) {
    const path = `${at}/documents/${document}/pages/${page.id}/${part}`
    const key = `${path}#${page.digest}`
    if (!pictures.has(key)) {
      pictures.set(key, send('GET', path, { more: { Accept: 'image/*' } })
        .then(async (response) => addressOf(await response.blob()))
        .catch(() => { pictures.delete(key); return null }))
    }
    return pictures.get(key)
  }

  // MARK: what happens

  /**
   * Calls back for what comes, as long as the page lives: a cut stream is followed again from where it was. A proxy may keep all that a stream
   * says: after two beats that did not come, it calls back once a beat.
   */
  async function follow(tell) {
    const following = new Following()
    let silence
    const listen = (time = 2 * beat) => {
      clearTimeout(silence)
      silence = setTimeout(() => { tell(); listen(beat) }, time)
    }
    life.addEventListener('abort', () => clearTimeout(silence))
    while (!life.aborted) {
      try {
        listen()
        const response = await send('GET', at + '/events', { more: following.headers })
        // What a page got while nobody followed has no event of its own.
        tell()
        const reader = response.body.getReader()
        for (;;) {
          const { value, done } = await reader.read()
          if (done) break
          listen()
          if (following.feed(value).length) tell()
        }
      } catch (trouble) {
        clearTimeout(silence)
        if (life.aborted) return
        // What is asked for then says so to the person.
        if (trouble.isEnd || trouble.type === 'forbidden') return tell()
        // The event that it went on behind is gone.
        if (trouble.type === 'event-gone') following.last = undefined
        // Too many follow at once: then it is asked for now and then.
        if (trouble.status === 429) tell()
      }
      const pause = following.cut()
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }

  const api = {
    async readAll() {
      const [screen, submission] = await Promise.all([read(at + '/screen'), read(at)])
      return { screen, submission }
    },
    /** What the rules would say if it were submitted now. */
    check: () => read(at + '/check'),
    addDocument: async (document) => (await send('POST', at + '/documents', { json: document })).json(),
    changeDocument: (id, change) => send('PATCH', `${at}/documents/${id}`, { json: change }),
    orderPages: (id, pages, version) => send('PUT', `${at}/documents/${id}/order`, { json: { pages }, more: { 'If-Match': `"v${version}"` } }),
    rotatePage: (id, page, rotation) => send('PATCH', `${at}/documents/${id}/pages/${page}`, { json: { rotation } }),
    cropPage: (id, page, crop) => send('PATCH', `${at}/documents/${id}/pages/${page}`, { json: { crop } }),
    submit: (consent) => send('POST', at + '/submit', consent ? { json: { consent } } : {}),
    removeDocument: (id, version, agree) => confirmed('DELETE', `${at}/documents/${id}`, version, agree),
    removePage: (id, page, version, agree) => confirmed('DELETE', `${at}/documents/${id}/pages/${page}`, version, agree),
    withdraw: (version, agree) => confirmed('DELETE', at, version, agree),
    replacePage, picture, addressOf, follow,
  }

  return { api }
}
