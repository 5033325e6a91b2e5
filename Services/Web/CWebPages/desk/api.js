// What the desk and the portal ask of the gateway: by a cookie, which no script can read.
import { say, start, knows, Trouble as Failure } from './dom.js'

export class Trouble extends Failure {
  get words() {
    if (this.isPassing) return say('trouble.network')
    return knows('trouble.' + this.type) ? say('trouble.' + this.type, this.body) : this.body.detail ?? this.body.title ?? say('trouble.other')
  }
}

let signedOut = () => {}
/** Called when a session has ended. */
export const onSignedOut = (act) => { signedOut = act }

/** What changes something says that it comes from here: a page of another origin cannot. */
export async function send(method, path, { json, more, signal } = {}) {
  let response
  try {
    response = await fetch(path, {
      method, signal, cache: 'no-store', credentials: 'same-origin', referrerPolicy: 'no-referrer', body: json ? JSON.stringify(json) : undefined,
      headers: { Accept: 'application/json', 'Accept-Language': start.language, [start.mark]: '1', ...(json ? { 'Content-Type': 'application/json' } : {}), ...more },
    })
  } catch (error) {
    if (error.name === 'AbortError') throw error
    throw new Trouble('network')
  }
  if (response.ok) return response
  const trouble = await Trouble.of(response)
  if ((response.status === 401 || trouble.type === 'link-ended') && !/^\/(desk|portal)\//.test(path)) signedOut()
  throw trouble
}

export const read = async (path, signal) => (await send('GET', path, { signal })).json()

/** Sends what has to have its effect once: a lost answer is asked for again under the same key. */
export async function once(method, path, options = {}) {
  const more = { ...options.more, 'Idempotency-Key': crypto.randomUUID() }
  for (let pause = 500; ; pause *= 2) {
    try { return await send(method, path, { ...options, more }) } catch (trouble) {
      if (!trouble.isPassing || pause > 4000) throw trouble
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}

/** Follows a stream of events until it is ended; a browser takes up a cut one by itself. */
export function live(path, events, whether = () => {}) {
  const source = new EventSource(path)
  for (const [name, act] of Object.entries(events)) source.addEventListener(name, (event) => act(JSON.parse(event.data)))
  source.addEventListener('open', () => whether(true))
  source.addEventListener('error', () => whether(false))
  return () => source.close()
}

export const query = (values) => {
  const parts = new URLSearchParams(Object.entries(values).filter(([, value]) => value != null && value !== '' && value !== false))
  return parts.size ? '?' + parts : ''
}
