// From a kind of document to its files: kind, date, source, and back to the list.
import * as api from './api.js'
import { h, icon, say, size, kindNames, dialog, pick, announce, start } from './dom.js'
import { state, act } from './app.js'
import { asksDate, asksPeriod } from './documents.js'
import { upload } from './uploads.js'

const sources = [
  { name: 'camera', hint: 'cameraHint', source: 'camera', only: 'image/', capture: 'environment' },
  { name: 'photos', hint: 'photosHint', source: 'photo_library', only: 'image/' },
  { name: 'files', hint: 'filesHint', source: 'file_picker', only: '' },
]

export function chooseKind() {
  const { submission } = state
  const count = (type) => submission.documents.filter((one) => one.type === type.id).length
  dialog(say('add'), (box, finish) => {
    box.append(h('ul.choices', {}, start.documentTypes.map((type) => h('li', {},
      h('button.choice', { type: 'button', disabled: count(type) >= type.documents.max, onclick: () => finish(type) },
        h('span.symbol', {}, icon(type.icon)), h('span', {}, h('strong', {}, type.title), h('span.quiet', {}, type.hint)))))))
  }).then((type) => type && chooseSource(type))
}

/** `document` is the one that gets more pages; without it one is made once there are files. */
export async function chooseSource(type, document) {
  const chosen = await dialog(type.title, (box, finish) => {
    const fields = {}
    const field = (name, label, max) => {
      const id = 'new-' + name
      fields[name] = h('input', { id, type: 'date', max, 'aria-describedby': name === 'issueDate' ? 'new-hint' : null })
      return h('div.field', {}, h('label', { for: id }, say(label)), fields[name], name === 'issueDate' && h('p.hint', { id: 'new-hint' }, say('issuedHint')))
    }
    box.append(h('p.quiet', {}, type.hint))
    if (!document && asksDate(type)) box.append(field('issueDate', 'issued', start.today))
    if (!document && asksPeriod(type)) box.append(h('div.pair', {}, field('periodStart', 'from'), field('periodEnd', 'to')))
    const usable = sources.filter(({ only }) => type.mediaTypes.some((kind) => kind.startsWith(only)))
    box.append(h('h3', {}, say('source')), h('ul.choices', {}, usable.map((one) => h('li', {},
      h('button.choice', { type: 'button', onclick: async () => {
        const files = await choose(one, type, document)
        if (files.length) finish({ one, files, fields })
      } }, h('span.symbol', {}, icon(one.name)), h('span', {}, h('strong', {}, say(one.name)), h('span.quiet', {}, say(one.hint))))))),
    h('p.hint', {}, say('limits', { types: kindNames(type.mediaTypes), size: size(Math.min(type.maximumBytes, start.maximumFileBytes)) })))
  })
  if (!chosen) return
  const { one, files, fields } = chosen
  await act(async () => {
    let target = document
    if (!target) {
      const values = Object.fromEntries(Object.entries(fields).map(([name, input]) => [name, input.value]).filter(([, value]) => value))
      if (!values.periodStart !== !values.periodEnd) { delete values.periodStart; delete values.periodEnd }
      target = await api.addDocument({ type: type.id, source: one.source, ...values })
      announce(say('added'))
    }
    for (const file of files) upload(file, target.id, type)
  }, null, type)
}

function choose({ only, capture }, type, document) {
  const accept = type.mediaTypes.filter((kind) => kind.startsWith(only)).join(',')
  const room = type.pages.max - (document?.pages.length ?? 0)
  return pick(accept, { capture, multiple: !capture && room > 1 })
}
