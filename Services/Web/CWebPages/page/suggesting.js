// What was read of a page beside a date: shown where it stands, and filled in only by the person.
import { h, icon, button, loaded } from './elements.js'

const whole = 10000

/** The best that the pages say of a date: what is certain, then what is surer, then what comes first. */
function best(document, name) {
  const found = document.pages.flatMap((page, index) => {
    const read = page.suggestion?.[name]
    return read ? [{ page, number: index + 1, read }] : []
  })
  return found.sort((one, other) => other.read.certain - one.read.certain || other.read.confidence - one.read.confidence)[0]
}

export function makeSuggesting(shared) {
  const { api, start, root, say, date, announce, act, refresh } = shared

  /** Questions that were answered with no, and what was said aloud already, as long as the page lives. */
  const declined = new Set(), said = new Set()

  /** What the pages look like that look like something else, and those on which nothing is written: told, and left to the person. */
  function looks(document) {
    const lines = document.pages.flatMap((page, index) => {
      const { verdict, kind } = page.suggestion?.kind ?? {}
      const words = verdict === 'no-text' ? say('suggest.noText') : kind && say('suggest.kind', { kind: start.kinds[kind] ?? kind })
      return words ? [{ key: [document.id, page.digest, verdict, kind].join(), words: document.pages.length > 1 ? `${say('page', { n: index + 1 })}: ${words}` : words }] : []
    })
    return lines.map(({ key, words }) => h('div.notice.looks', { 'data-key': key }, icon('alert'), h('p', {}, words)))
  }

  /** A question where the date is empty, or what the document says where it is another one; null where there is nothing to say. */
  function suggestion(document, name, isEmpty) {
    const found = best(document, name)
    if (!found) return null
    const { page, number, read } = found
    const days = [read.day, read.otherwise].filter(Boolean)
    const key = [document.id, name, page.digest, ...days].join()
    const isQuestion = isEmpty && !document[name]
    if (isQuestion ? declined.has(key) : !document[name] || !read.certain || read.day === document[name]) return null
    const field = `${name}-${document.id}`
    const values = { day: date(read.day), other: read.otherwise && date(read.otherwise) }
    const words = say(!isQuestion ? 'suggest.says' : read.otherwise ? 'suggest.which' : 'suggest.ask', values)
    const take = (day) => () => act(async () => {
      await api.changeDocument(document.id, { [name]: day })
      announce(say('dateSaved'))
    }, field)
    const decline = () => {
      declined.add(key)
      refresh().then(() => root.getElementById(field)?.focus())
    }
    const label = (day) => (!isQuestion ? say('suggest.take', { day: date(day) }) : days.length > 1 ? date(day) : say('suggest.yes'))
    return h('div.suggestion', { role: 'group', 'aria-labelledby': field + '-suggestion', 'data-key': key + isQuestion },
      page.preview && start.mayPreview && picture(document, page, number, read.box),
      h('p', { id: field + '-suggestion' }, words),
      h('div.row', {},
        days.map((day, index) => button('', label(day), take(day), { id: `${field}-yes${index || ''}`, 'aria-describedby': field + '-suggestion' }, 'check')),
        isQuestion && button('', say(days.length > 1 ? 'suggest.neither' : 'suggest.no'), decline, { id: field + '-no', 'aria-describedby': field + '-suggestion' })))
  }

  /** Says aloud, once, what is shown. */
  function tellSuggestions(main) {
    const news = [...main.querySelectorAll('.suggestion, .looks')].filter(({ dataset }) => !said.has(dataset.key))
    if (news.length) announce(news.map((one) => one.querySelector('p').textContent).join(' '))
    for (const { dataset } of news) said.add(dataset.key)
  }

  // MARK: the place where it stands

  const pictures = new Map()

  /** Drawn once as long as the page lives, turned as the person has turned it. */
  function picture(document, page, number, box) {
    const key = [page.id, page.digest, page.rotation, ...box].join()
    if (!pictures.has(key)) {
      const canvas = h('canvas.place', { role: 'img', 'aria-label': say('suggest.place', { n: number }), hidden: true })
      pictures.set(key, canvas)
      draw(canvas, document, page, box).catch(() => pictures.delete(key))
    }
    return pictures.get(key)
  }

  async function draw(canvas, document, page, [left, top, right, bottom]) {
    const source = await loaded(await api.picture(document.id, page, 'preview'))
    const [across, down] = [source.naturalWidth / whole, source.naturalHeight / whole]
    // With what stands around it, along the line above all: what it is the day of.
    const thick = Math.min((right - left) * across, (bottom - top) * down), isUpright = (right - left) * across >= (bottom - top) * down
    const [beside, above] = isUpright ? [6 * thick, 1.5 * thick] : [1.5 * thick, 6 * thick]
    const x = Math.max(0, left * across - beside), y = Math.max(0, top * down - above)
    const width = Math.min(source.naturalWidth, right * across + beside) - x, height = Math.min(source.naturalHeight, bottom * down + above) - y
    const scale = Math.min(4, Math.max(1, 600 / Math.max(width, height)))
    const turned = page.rotation % 180 ? [height, width] : [width, height]
    ;[canvas.width, canvas.height] = turned.map((side) => Math.max(1, Math.round(side * scale)))
    const context = canvas.getContext('2d')
    context.imageSmoothingQuality = 'high'
    context.translate(canvas.width / 2, canvas.height / 2)
    context.rotate(page.rotation * Math.PI / 180)
    context.scale(scale, scale)
    context.translate(-x - width / 2, -y - height / 2)
    context.drawImage(source, 0, 0)
    context.strokeStyle = '#3d4ed8'
    context.lineWidth = 3 / scale
    context.strokeRect(left * across, top * down, (right - left) * across, (bottom - top) * down)
    canvas.hidden = false
  }

  return { looks, suggestion, tellSuggestions }
}
