// What can be done by keyboard, of which the view that is shown tells; none is taken while somebody writes.
import { h, say, dialog } from './dom.js'

let known = []

/** `[[key, words, act]]`: a key as `event.key` names it, with `Ctrl+` before it for those that work within a field as well. */
export const keysFor = (keys) => { known = keys }

const isWriting = (target) => target.matches?.('textarea, select, [contenteditable], input:not([type=radio], [type=checkbox], [type=button])')

export function handle(event) {
  if (event.defaultPrevented || event.altKey || document.querySelector('dialog[open]')) return
  if (event.key === 'Escape' && isWriting(event.target)) return event.target.blur()
  const name = (event.ctrlKey || event.metaKey ? 'Ctrl+' : '') + event.key
  if (isWriting(event.target) && !name.startsWith('Ctrl+')) return
  if (name === '?') { event.preventDefault(); return help() }
  const found = known.find(([key]) => key === name)
  if (!found) return
  event.preventDefault()
  found[2]()
}

const shown = { ArrowLeft: 'Left', ArrowRight: 'Right', 'Ctrl+Enter': 'Ctrl Enter' }

export const help = () => dialog(say('keys.title'), (box) => {
  box.append(h('dl.keys', {}, [...known.filter(([, words]) => words), ['?', 'keys.title']].map(([key, words]) => [h('dt', {}, h('kbd', {}, shown[key] ?? key)), h('dd', {}, say(words))])))
})
