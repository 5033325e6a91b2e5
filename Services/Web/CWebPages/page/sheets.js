// What lies above the rest: what is said aloud, messages, and dialogs.
import { h, icon, button } from './elements.js'

/**
 * `root` is what it all stands in, and knows what has the focus: a document's or a shadow's. With `keepsHistory` each open sheet has an entry of
 * the history, so that a phone's Back closes it. `start` says the language, where it is not the document's.
 */
export function makeSheets({ root, say, signal, keepsHistory, start }) {
  const place = root.body ?? root
  const lang = start?.language
  const live = h('p.sr', { lang, role: 'status', 'aria-live': 'polite' })
  const toasts = h('div.toasts', { lang, role: 'alert' })
  place.append(live, toasts)

  function announce(text) {
    live.textContent = ''
    requestAnimationFrame(() => { live.textContent = text })
  }

  /** Takes the message away: what it was about is over. */
  const settle = () => toasts.replaceChildren()

  /** A message that stays until it is dismissed, the person does something else, or the submission is somewhere else. */
  function complain(text) {
    toasts.replaceChildren(
      h('div.toast', {}, icon('alert'), h('p', {}, text),
        h('button.bare', { type: 'button', 'aria-label': say('dismiss'), onclick: settle }, icon('close'))))
  }

  // MARK: dialogs

  const sheets = []
  let entries = 0, isGoingBack = false

  /** Makes as many entries as there are sheets; a sheet that opens when another one closes takes over its entry. */
  function settleHistory() {
    if (isGoingBack || !keepsHistory) return
    while (entries < sheets.length) history.pushState({ sheet: ++entries }, '')
    if (entries === sheets.length) return
    isGoingBack = true
    history.go(sheets.length - entries)
    entries = sheets.length
  }

  if (keepsHistory) addEventListener('popstate', () => {
    if (isGoingBack) {
      isGoingBack = false
      settleHistory()
    } else if (entries) {
      entries--
      sheets.at(-1)?.()
    }
  }, { signal })

  /** Shows a dialog; resolves with what `finish` is called with, or undefined when it is dismissed, or what it is of has ended. */
  function dialog(title, fill, kind = '') {
    if (signal?.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      const before = root.activeElement
      const id = 'dialog-title' + (sheets.length || '')
      const box = h(`dialog${kind && '.' + kind}`, { lang, 'aria-labelledby': id })
      let result
      const finish = (value) => { result = value; box.close() }
      const head = h('h2', { id, tabindex: '-1' }, title)
      box.append(h('div.dialog-head', {}, head,
        h('button.bare', { type: 'button', 'aria-label': say('close'), onclick: () => finish() }, icon('close'))))
      fill(box, finish, head)
      box.addEventListener('click', (event) => { if (event.target === box) finish() })
      const end = () => {
        box.removeEventListener('close', end)
        signal?.removeEventListener('abort', end)
        box.remove()
        sheets.splice(sheets.indexOf(finish), 1)
        setTimeout(settleHistory)
        if (before?.id) root.getElementById(before.id)?.focus()
        else before?.focus?.()
        resolve(result)
      }
      box.addEventListener('close', end)
      // One that is taken out of the page closes without an event.
      signal?.addEventListener('abort', end)
      place.append(box)
      box.showModal()
      sheets.push(finish)
      settleHistory()
      head.focus()
    })
  }

  /** Asks before something is destroyed: says what will be lost. */
  const ask = (title, text, label) =>
    dialog(title, (box, finish) => {
      box.append(h('p', {}, text), h('div.row.end', {},
        button('', say('cancel'), () => finish(false)), button('danger', label, () => finish(true))))
    }, 'small')

  /** Lets the person choose files; an empty list when they do not. */
  function pick(accept, { multiple = false, capture } = {}) {
    return new Promise((resolve) => {
      const input = h('input.sr', { type: 'file', accept, multiple, capture, 'aria-hidden': 'true', tabindex: '-1' })
      const end = (files) => { input.remove(); resolve(files) }
      input.addEventListener('change', () => end([...input.files]))
      input.addEventListener('cancel', () => end([]))
      place.append(input)
      input.click()
    })
  }

  return { announce, settle, complain, dialog, ask, pick }
}
