// A stream of events that is taken up where it was cut: a browser's own would begin at the address that it was opened with.
import { send } from './api.js'

/** Whole events of what has come of a stream, and the rest that waits for more. */
function blocks(text) {
  const parts = text.split('\n\n'), rest = parts.pop(), events = []
  for (const part of parts) {
    const event = { data: '' }
    for (const line of part.split('\n')) {
      const at = line.indexOf(': ')
      if (at < 1) continue
      const name = line.slice(0, at), value = line.slice(at + 2)
      if (name === 'data') event.data += (event.data && '\n') + value
      else event[name] = value
    }
    if (event.data) events.push(event)
  }
  return { events, rest }
}

/** So many milliseconds of work are done at once: who types or scrolls is not kept waiting. */
const most = 12
const breath = () => new Promise((resolve) => setTimeout(resolve))

/**
 * Follows `path()` until it is ended, and asks for it anew when it was cut. `isOpen` hears whether it is there and what is wrong
 * meanwhile; what is refused for good is told once. Returns what ends it.
 */
export function follow(path, { event, isOpen, refused }) {
  const ending = new AbortController(), { signal } = ending
  const run = async () => {
    for (let pause = 500; ;) {
      let wrong
      try {
        const response = await send('GET', path(), { signal, more: { Accept: 'text/event-stream' } })
        isOpen(true)
        pause = 500
        const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
        for (let text = '', since = performance.now(); ;) {
          const { value, done } = await reader.read()
          if (done) break
          const found = blocks(text + value)
          text = found.rest
          found.events.forEach(event)
          if (performance.now() - since < most) continue
          await breath()
          since = performance.now()
        }
      } catch (trouble) {
        if (trouble.status >= 400 && trouble.status < 500 && trouble.status !== 429) return refused(trouble)
        wrong = trouble
      }
      if (signal.aborted) return
      isOpen(false, wrong)
      await new Promise((resolve) => setTimeout(resolve, pause))
      if (signal.aborted) return
      pause = Math.min(pause * 2, 15000)
    }
  }
  run()
  return () => ending.abort()
}
