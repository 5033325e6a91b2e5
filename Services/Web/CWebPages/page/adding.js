// From a kind of document to its files: kind, date, source, and back to the list.
import { h, icon, button } from './elements.js'
import { asksDate, asksExpiry, asksPeriod } from './naming.js'

const sources = [
  { name: 'camera', hint: 'cameraHint', source: 'camera', only: 'image/', capture: 'environment' },
  { name: 'photos', hint: 'photosHint', source: 'photo_library', only: 'image/' },
  { name: 'files', hint: 'filesHint', source: 'file_picker', only: '' },
]

export function makeAdding(shared) {
  const { api, start, state, say, size, kindNames, dialog, pick, announce, complain, act, typeOf, dateHint, upload, askConsent, camera } = shared
  const room = (type) => type.documents.max - state.submission.documents.filter((one) => one.type === type.id).length

  /** Asks for the kind of document, unless there is one kind alone or `type` says it; then for its files, unless they are there. */
  async function chooseKind(type, files) {
    if (askConsent()) return
    const open = start.documentTypes.filter((one) => room(one) > 0)
    if (files && open.length === 1) type = open[0]
    type ??= await dialog(say('add'), (box, finish) => {
      box.append(h('ul.choices', {}, start.documentTypes.map((type) => h('li', {},
        h('button.choice', { type: 'button', disabled: room(type) <= 0, onclick: () => finish(type) },
          h('span.symbol', {}, icon(type.icon)), h('span', {}, h('strong', {}, type.title), h('span.quiet', {}, type.hint)))))))
    })
    if (type) await chooseSource(type, null, files)
  }

  /** Files that were dropped or pasted: pages of a document that takes some, else of a new one. */
  function take(files, document) {
    const type = document && typeOf(document)
    const isOpen = document?.links.pages && type && document.pages.length < type.pages.max
    return isOpen ? act(() => send(files, document, type), null, type) : chooseKind(null, files)
  }

  /** `document` is the one that gets more pages; without it one is made once there are files. */
  async function chooseSource(type, document, files) {
    if (askConsent()) return
    const asks = !document && (asksDate(type) || asksExpiry(type) || asksPeriod(type))
    const chosen = files && !asks ? { files, fields: {} } : await dialog(type.title, (box, finish) => {
      const fields = {}
      const field = (name, label) => {
        const id = 'new-' + name
        const { min, max } = start.days[type.id]?.[name] ?? {}
        const hint = dateHint(name, { min })
        fields[name] = h('input', { id, type: 'date', min, max, 'aria-describedby': hint && id + '-hint' })
        return h('div.field', {}, h('label', { for: id }, say(label)), fields[name], hint && h('p.hint', { id: id + '-hint' }, hint))
      }
      box.append(h('p.quiet', {}, type.hint))
      if (!document && asksDate(type)) box.append(field('issueDate', 'issued'))
      if (!document && asksExpiry(type)) box.append(field('expiryDate', 'expires'))
      if (!document && asksPeriod(type)) box.append(h('div.pair', {}, field('periodStart', 'from'), field('periodEnd', 'to')))
      if (files) return box.append(h('div.row.end', {}, button('main', say('next'), () => finish({ files, fields }))))
      const usable = sources.filter(({ only }) => type.mediaTypes.some((kind) => kind.startsWith(only)))
      const most = type.pages.max - (document?.pages.length ?? 0)
      box.append(h('h3', {}, say('source')), h('ul.choices', {}, usable.map((one) => h('li', {},
        h('button.choice', { type: 'button', onclick: async () => {
          const photos = one.capture ? await live(type, most) : null
          if (photos) {
            if (photos.length) finish({ one, files: photos, fields })
            return
          }
          let files = await choose(one, type, most)
          // One photo can be taken again while the paper still lies there; of several the page tells when they have come.
          if (files.length === 1 && one.only) files = [await consider(files[0])].filter(Boolean)
          if (files.length) finish({ one, files, fields })
        } }, h('span.symbol', {}, icon(one.name)), h('span', {}, h('strong', {}, say(one.name)), h('span.quiet', {}, say(one.hint))))))),
      h('p.hint', {}, [say('limits', { types: kindNames(type.mediaTypes), size: size(Math.min(type.maximumBytes, start.maximumFileBytes)) }), most > 1 && say('room', { n: most })].filter(Boolean).join(' ')))
    })
    if (!chosen) return
    const { one, fields } = chosen
    await act(async () => {
      let target = document
      if (!target) {
        const values = Object.fromEntries(Object.entries(fields).map(([name, input]) => [name, input.value]).filter(([, value]) => value))
        if (!values.periodStart !== !values.periodEnd) { delete values.periodStart; delete values.periodEnd }
        target = await api.addDocument({ type: type.id, source: one?.source ?? 'file_picker', ...values })
        announce(say('added'))
      }
      send(chosen.files, target, type)
    }, null, type)
  }

  /** Photos from the camera in the page; null where there is none that the browser may use, and the system's is asked. */
  async function live(type, most) {
    if (!navigator.mediaDevices?.getUserMedia || !type.mediaTypes.includes('image/jpeg')) return null
    const part = await camera()
    return part ? part.capture({ say, dialog, announce }, say('camera'), most) : null
  }

  /** A photo, unless it came out badly and its person takes it again. What looks at it may not have come: then it is used. */
  async function consider(file) {
    const part = await camera()
    return part ? part.consider({ say, dialog }, file) : file
  }

  /** As many as there is room for; of the others one message tells. */
  function send(files, document, type) {
    const most = type.pages.max - document.pages.length
    for (const one of files.slice(0, most)) upload(one.file ?? one, document.id, type, one.file && { crop: one.crop })
    if (files.length > most) complain(say('tooMany', { n: files.length - most, max: type.pages.max, type: type.title }))
  }

  function choose({ only, capture }, type, most) {
    const accept = type.mediaTypes.filter((kind) => kind.startsWith(only)).join(',')
    return pick(accept, { capture, multiple: !capture && most > 1 })
  }

  return { chooseKind, take, chooseSource, live, consider }
}
