// What operators do: asked for in a dialog that keeps what was written when it is refused, and confirmed where it destroys.
import { h, say, button, dialog, ask, announce, complain } from './dom.js'
import { send, Trouble } from './api.js'

/** Acts; where the gateway asks first, its question is put to the person. Undefined when the answer is no. */
export async function confirmed(method, path, json) {
  try {
    return await send(method, path, { json })
  } catch (trouble) {
    if (trouble.status !== 428) throw trouble
    const { title, message, actionLabel, token } = trouble.body
    if (!await ask(title, message, actionLabel)) return undefined
    return send(method, path, { json, more: { 'Docket-Confirmation': token } })
  }
}

/** Runs what a button stands for, once at a time; what is wrong is told. */
export const doing = (act) => async (event) => {
  const pressed = event?.currentTarget
  if (pressed) pressed.disabled = true
  try { await act() } catch (trouble) {
    if (!(trouble instanceof Trouble)) throw trouble
    complain(trouble.words)
  } finally { if (pressed) pressed.disabled = false }
}

/** Everything that is wrong with a request, in the gateway's words. */
const faults = (trouble) => [trouble.words, ...(trouble.body.errors ?? []).map(({ pointer, parameter, detail }) => `${(pointer ?? parameter ?? '').replace(/^\//, '')}: ${detail}`)]

/**
 * A dialog with fields `[{ name, kind, value, required, options, accept, hint }]`, closed when `act` with their values has succeeded. Resolves
 * with what that returned. The values of `many` and of `lines` are lists.
 */
export function form(title, text, fields, label, act, kind = 'main') {
  return dialog(title, (box, finish) => {
    const wrong = h('div.notice.bad.wrong', { role: 'alert', hidden: true })
    const sends = h('button.' + kind, { type: 'submit' }, label)
    const element = h('form.asking', { onsubmit: async (event) => {
      event.preventDefault()
      sends.disabled = true
      try { finish(await act(values()) ?? true) } catch (trouble) {
        if (!(trouble instanceof Trouble)) throw trouble
        wrong.replaceChildren(...faults(trouble).map((words) => h('p', {}, words)))
        wrong.hidden = false
      } finally { sends.disabled = false }
    } }, text && h('p', {}, text), fields.map(field), wrong, h('div.row.end', {}, button('', say('cancel'), () => finish()), sends))
    const values = () => Object.fromEntries(fields.map(({ name, kind }) => {
      if (kind === 'many') return [name, [...element.querySelectorAll('fieldset input:checked')].filter((box) => box.name === name).map((box) => box.value)]
      const input = element.elements[name]
      if (kind === 'check') return [name, input.checked]
      if (kind === 'file') return [name, input.files[0]]
      const value = input.value.trim()
      if (kind === 'lines') return [name, value.split('\n').map((line) => line.trim()).filter(Boolean)]
      return [name, value === '' ? undefined : kind === 'time' ? new Date(value).toISOString() : value]
    }))
    box.append(element)
  })
}

function field({ name, kind, value, required, options, accept, hint, least, most = 300, label = say('column.' + name) }) {
  if (kind === 'check') return h('label.check', {}, h('input', { type: 'checkbox', name }), label)
  if (kind === 'many') {
    return h('fieldset.many', {}, h('legend', {}, label), hint && h('span.due', {}, hint),
      options.map(([id, title]) => h('label.check', {}, h('input', { type: 'checkbox', name, value: id, checked: value?.includes(id) }), title)))
  }
  return h('label', {}, h('span', {}, label, required || kind === 'choice' ? '' : h('span.quiet', {}, ' ' + say('optional'))),
    kind === 'choice' ? h('select', { name, required }, options.map((option) => { const [id, title] = [option].flat(); return h('option', { value: id, selected: id === value }, title ?? id) }))
      : kind === 'lines' ? h('textarea', { name, rows: 3, autocomplete: 'off', spellcheck: 'false' }, (value ?? []).join('\n'))
      : kind === 'file' ? h('input', { type: 'file', name, required, accept }) : h('input', { type: kind === 'time' ? 'datetime-local' : 'text', name, value, required, minlength: least, maxlength: kind === 'time' ? null : most, autocomplete: 'off', spellcheck: 'false' }),
    hint && h('span.due', {}, hint))
}

/** Puts a text on the clipboard, where the browser lets us. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text)
    announce(say('copied'))
  } catch { complain(say('notCopied')) }
}

/** A command with a button that copies it. */
export const command = (text) => h('div.command', {}, h('code', { tabindex: '0' }, text), button('soft', say('copy'), () => copy(text)))

/** JSON or bytes, to be read. */
export const pretty = (value) => h('pre.pretty', { tabindex: '0', 'aria-label': 'JSON' }, typeof value === 'string' ? value : JSON.stringify(value, null, 2))
