// What is asked of the gateway. The link's secret goes into one header, to this origin alone.
import { say, start, knows, size, kindNames } from './dom.js'
import { Trouble as Failure } from './trouble.js'

const secret = decodeURIComponent(location.pathname.split('/')[2])
const base = `/v1/submissions/${start.submission}`
export const headers = { Authorization: `Bearer ${secret}`, 'Accept-Language': start.language, Accept: 'application/json' }

export class Trouble extends Failure {
  /** In words for a person; `type` is the document type that a file was meant for. */
  words(type) {
    if (/unsupported-media-type|media-type-mismatch/.test(this.type) && type) return say('err.type', { types: kindNames(type.mediaTypes) })
    if (this.type === 'too-large') return say('err.too-large', { size: size(this.body.limit ?? type?.maximumBytes ?? start.maximumFileBytes) })
    if (/link-ended|unauthenticated/.test(this.type)) return say('link.endedText')
    if (this.status >= 502 && this.status <= 504) return say('err.network')
    return knows('err.' + this.type) ? say('err.' + this.type) : say('err.other', { detail: this.body.detail ?? '' })
  }
}

async function send(method, path, { json, body, more, signal } = {}) {
  let response
  try {
    response = await fetch(path, {
      method, signal, cache: 'no-store', referrerPolicy: 'no-referrer', credentials: 'omit',
      headers: { ...headers, ...(json ? { 'Content-Type': 'application/json' } : {}), ...more }, body: json ? JSON.stringify(json) : body,
    })
  } catch (error) {
    if (error.name === 'AbortError') throw error
    throw new Trouble('network')
  }
  if (!response.ok) throw await Trouble.of(response)
  return response
}

const read = async (path) => (await send('GET', path)).json()
export async function readAll() {
  const [screen, submission] = await Promise.all([read(base + '/screen'), read(base)])
  return { screen, submission }
}

/** What the rules would say if it were submitted now. */
export const check = () => read(base + '/check')

export const addDocument = async (document) => (await send('POST', base + '/documents', { json: document })).json()
export const changeDocument = (id, change) => send('PATCH', `${base}/documents/${id}`, { json: change })
export const orderPages = (id, pages, version) =>
  send('PUT', `${base}/documents/${id}/order`, { json: { pages }, more: { 'If-Match': `"v${version}"` } })
export const rotatePage = (id, page, rotation) => send('PATCH', `${base}/documents/${id}/pages/${page}`, { json: { rotation } })
export const cropPage = (id, page, crop) => send('PATCH', `${base}/documents/${id}/pages/${page}`, { json: { crop } })
export const submit = (consent) => send('POST', base + '/submit', consent ? { json: { consent } } : {})

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

export const removeDocument = (id, version, agree) => confirmed('DELETE', `${base}/documents/${id}`, version, agree)
export const removePage = (id, page, version, agree) => confirmed('DELETE', `${base}/documents/${id}/pages/${page}`, version, agree)
export const withdraw = (version, agree) => confirmed('DELETE', base, version, agree)
/** The question comes before the file is sent: the gateway asks before it reads a byte. */
export async function replacePage(id, page, file, version, agree) {
  const path = `${base}/documents/${id}/pages/${page}/content`
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

const pictures = new Map()

/** An address of the picture for an `img`; null where there is none yet. Fetched once as long as the page lives. */
export function picture(document, page, part) {
  const path = `${base}/documents/${document}/pages/${page.id}/${part}`
  const key = `${path}#${page.digest}`
  if (!pictures.has(key)) {
    pictures.set(key, send('GET', path, { more: { Accept: 'image/*' } })
      .then(async (response) => URL.createObjectURL(await response.blob()))
      .catch(() => { pictures.delete(key); return null }))
  }
  return pictures.get(key)
}

// MARK: what happens

/** The gateway says so often that it is there. */
const beat = 15000

/**
 * Calls back for each event as it comes, for ever: a cut stream is followed again from where it was. A proxy may keep all that a stream
 * says: after two beats that did not come, it calls back once a beat.
 */
export async function follow(tell) {
  let last, pause = 1000, silence
  const listen = (time = 2 * beat) => {
    clearTimeout(silence)
    silence = setTimeout(() => { tell(); listen(beat) }, time)
  }
  for (;;) {
    try {
      listen()
      const response = await send('GET', base + '/events', { more: { Accept: 'text/event-stream', ...(last ? { 'Last-Event-ID': last } : {}) } })
      // What a page got while nobody followed has no event of its own.
      tell()
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
      let text = ''
      for (;;) {
        const { value, done } = await reader.read()
        if (done) break
        pause = 1000
        listen()
        const blocks = (text + value).split('\n\n')
        text = blocks.pop()
        let news
        for (const block of blocks) {
          const fields = Object.fromEntries(block.split('\n').filter((line) => !line.startsWith(':')).map((line) => line.split(/: (.*)/s)))
          // What has no id is nothing to go on behind.
          if (fields.id && fields.event) last = fields.id
          if (fields.event) news = fields.event
        }
        if (news) tell(news)
      }
    } catch (trouble) {
      clearTimeout(silence)
      if ([401, 403, 404].includes(trouble.status)) return
      if (trouble.status === 410) last = undefined
      // Too many follow at once: then it is asked for now and then.
      if (trouble.status === 429) tell()
    }
    await new Promise((resolve) => setTimeout(resolve, pause))
    pause = Math.min(pause * 2, 30000)
  }
}
