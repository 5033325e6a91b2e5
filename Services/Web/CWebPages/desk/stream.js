// A stream of events of which the types are not known beforehand: a browser's own would have to be asked for each by name.
import { start } from '../dom.js'
import { Trouble } from './api.js'

/** Reads what has come of a stream: whole events, and the rest that waits for more. */
export function blocks(text) {
  const parts = text.split('\n\n')
  const rest = parts.pop()
  const events = []
  for (const part of parts) {
    const event = { data: '' }
    for (const line of part.split('\n')) {
      if (line.startsWith(':')) continue
      const at = line.indexOf(':'), name = at < 0 ? line : line.slice(0, at)
      const value = at < 0 ? '' : line.slice(at + 1).replace(/^ /, '')
      if (name === 'data') event.data += (event.data && '\n') + value
      else if (name === 'event' || name === 'id') event[name] = value
    }
    if (event.data) events.push(event)
  }
  return { events, rest }
}

/**
 * Follows until it is ended; a cut stream is taken up again from `again()`. What is refused for good is told once, with the Trouble.
 */
export function follow(first, again, { event, isOpen, refused }) {
  const ending = new AbortController()
  const run = async () => {
    for (let path = first, pause = 500; !ending.signal.aborted; path = again()) {
      try {
        const response = await fetch(path, { signal: ending.signal, cache: 'no-store', credentials: 'same-origin', headers: { Accept: 'text/event-stream', 'Accept-Language': start.language, 'Docket-Desk': '1' } })
        if (!response.ok) throw await Trouble.of(response)
        isOpen(true)
        pause = 500
        const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
        for (let text = ''; ;) {
          const { value, done } = await reader.read()
          if (done) break
          const found = blocks((text + value).replaceAll('\r\n', '\n'))
          text = found.rest
          found.events.forEach(event)
        }
      } catch (trouble) {
        if (ending.signal.aborted) return
        if (trouble.status >= 400 && trouble.status < 500 && trouble.status !== 429) return refused(trouble)
      }
      if (ending.signal.aborted) return
      isOpen(false)
      await new Promise((resolve) => setTimeout(resolve, pause))
      pause = Math.min(pause * 2, 15000)
    }
  }
  run()
  return () => ending.abort()
}
