// One question at a time, for journeys that say so (`guide: steps`): each document that is needed, and everything at the end.
import { h, button } from './elements.js'

export function makeGuide(shared) {
  const {
    start, state, root, say, refresh, toTop, isWhole, chooseKind, chooseSource, nameOf, typeOf, lead, refusals, isAgreed, askConsent, consentBox,
  } = shared

  /** Where the person is; at first where something is to be done. */
  let place = null

  /** What is asked, in its order: the consent, a document of each kind as often as it is needed, and those of any kind. */
  function questions() {
    const { documents } = state.submission
    const asked = start.consent ? [{ title: say('consentTitle'), isConsent: true, isDone: isAgreed() }] : []
    let others = documents, free = start.documents.min
    for (const type of start.documentTypes.filter((type) => type.documents.min > 0)) {
      const some = documents.filter((one) => one.type === type.id)
      const count = Math.max(type.documents.min, some.length)
      others = others.filter((one) => !some.includes(one))
      free -= count
      for (let n = 0; n < count; n++) {
        const title = some[n] ? nameOf(some[n]).text : type.documents.min > 1 ? say('named', { title: type.title, name: n + 1 }) : type.title
        asked.push(...questionsOf(type, some[n], title))
      }
    }
    for (let n = 0; n < Math.max(free, others.length); n++) {
      asked.push(...others[n] ? questionsOf(typeOf(others[n]), others[n], nameOf(others[n]).text) : [{ title: say('add') }])
    }
    return asked
  }

  /** Pages that have names are asked for one after the other; the last of them stands for the whole document. */
  function questionsOf(type, document, title) {
    const names = type?.pageNames ?? []
    const count = Math.max(1, names.length)
    // A file may have several.
    const has = (document?.pages ?? []).reduce((sum, page) => sum + (page.pages || 1), 0)
    return Array.from({ length: count }, (_, page) => ({
      title: names[page] ? say('named', { title, name: names[page] }) : title, hint: type?.hint, type, document,
      isWanting: Boolean(names[page]) && has <= page, isDone: page < count - 1 ? has > page : isDone(document),
    }))
  }

  const itemsOf = (document) => [...state.submission.missing, ...refusals()].filter((item) => item.document === document.id)
  const isDone = (document) => Boolean(document) && !itemsOf(document).length && !document.reasons.some(({ severity }) => severity === 'refuse')

  function go(to) {
    place = to
    return refresh().then(() => {
      toTop()
      root.getElementById('question')?.focus()
    })
  }

  /** The page with one question on it, made of all of its sections; all of them at the end, with the way back. */
  function guided(sections) {
    if (start.guide !== 'steps' || !state.mayChange) return sections
    const asked = questions()
    if (place === null) {
      const first = asked.findIndex((one) => !one.isDone)
      place = first < 0 ? asked.length : first
    }
    place = Math.min(place, asked.length)
    const isEnd = place === asked.length
    const head = sections.find((one) => one.classList.contains('head'))
    const title = isEnd ? say('step.review') : asked[place].title
    const done = asked.filter((one) => one.isDone).length
    const bar = h('div.question', {},
      h('p.quiet', {}, say('stepOf', { n: place + 1, all: asked.length + 1 })),
      h('progress', { max: asked.length + 1, value: done, 'aria-label': say('progress') }),
      h('h2', { id: 'question', tabindex: '-1' }, title))
    const back = place > 0 && button('', say('back'), () => go(place - 1), { id: 'back' }, 'earlier')
    if (isEnd) return [head, bar, ...sections.filter((one) => one !== head), h('div.row', {}, back)].filter(Boolean)
    const one = asked[place]
    const card = one.document && sections.map((part) => part.querySelector(`article[data-id="${one.document.id}"]`)).find(Boolean)
    const items = one.document ? itemsOf(one.document) : []
    return [head, bar,
      one.isConsent ? consentBox() : null,
      !one.isConsent && one.hint && !card && h('p', {}, one.hint),
      items.length > 0 && h('section.card.missing', { 'aria-labelledby': 'missing' }, h('h2', { id: 'missing' }, say('missing')),
        h('ul', {}, items.map((item) => h('li', {}, h('button.link', { type: 'button', onclick: () => lead(item, one.document) }, item.message))))),
      card,
      !one.isConsent && (!card || one.isWanting) && button('main.wide', say(card ? 'addPages' : 'add'), () => (one.type ? chooseSource(one.type, one.document) : chooseKind()), { id: 'add' }, 'plus'),
      h('div.row.between', {}, back || h('span', {}), button(one.isDone || one.isConsent ? 'main' : '', say('next'), () => (one.isConsent && askConsent()) || go(isWhole() && one.isDone ? asked.length : place + 1), { id: 'next' })),
    ].filter(Boolean)
  }

  return { guided }
}
