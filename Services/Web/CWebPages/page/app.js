// The page: asks the gateway for the screen, shows it, and shows it anew whenever something happens.
import * as api from './api.js'
import { h, icon, say, start, button, ask, complain, settle, announce } from './dom.js'
import { render } from './components.js'
import { chooseKind } from './adding.js'
import { goOn, isBusy } from './uploads.js'
import { progress, receipt } from './progress.js'
import { consentBox, consentAsked, askConsent } from './consent.js'
import { watchDrops } from './dropping.js'
import { tellSuggestions } from './suggesting.js'
import { tellShown, tellLinkEnded } from './embedding.js'
import * as told from './told.js'
import { guided } from './guide.js'

export const state = {
  screen: null, submission: null, mayChange: false, isDragging: false,
  /** Halves of periods that were typed and cannot be saved alone. */
  periods: {},
  actions: {
    // When all is there, sending it is what stands out.
    addDocument: ({ model }) => model.isEnabled && button(`${isWhole() ? 'soft' : 'main'}.wide`, say('add'), () => chooseKind(), { id: 'add' }, 'plus'),
    submit: submitBox,
    withdraw: () => h('p.center', {}, button('quiet', say('withdraw'), withdraw, { id: 'withdraw' })),
  },
}

/** Whether it could be sent, but for what its person has to agree to. */
export const isWhole = () => state.mayChange && state.submission.documents.length > 0 &&
  state.submission.missing.every(({ rule }) => rule === 'submission.consent') && !told.refusals().length

const main = document.getElementById('main')

// MARK: loading and showing

let running = null, next = null

/** Asks anew. What is waited for began after the call: an answer that was on its way may be older than what was just done. */
export function reload() {
  if (running) return next ??= running.catch(() => {}).then(() => { next = null; return reload() })
  running = load().finally(() => { running = null })
  return running
}

async function load() {
  try {
    // The page comes with what it begins with.
    const { screen, submission } = start.first ?? await api.readAll()
    start.first = null
    const all = JSON.stringify([screen, submission])
    Object.assign(state, { screen, submission })
    state.mayChange = !start.isReadOnly && ['draft', 'needs_input'].includes(submission.state)
    // What is as it was stays as it is: no focus is lost, and nothing is read aloud twice.
    told.look()
    if (all === shown && !isStale) return
    if (state.isDragging) return
    shown = all
    isStale = false
    show()
  } catch (trouble) {
    fail(trouble)
  }
}

function fail(trouble) {
  if ([401, 404, 410].includes(trouble.status)) {
    tellLinkEnded()
    main.replaceChildren(h('section.card.end', {}, h('h1', {}, say('link.ended')), h('p', {}, say('link.endedText'))))
  } else if (state.screen) {
    complain(trouble.words?.() ?? say('failed'))
  } else {
    main.replaceChildren(h('section.card.end', { role: 'alert' }, h('h1', {}, say('failed')), h('p', {}, trouble.words?.() ?? ''), button('main', say('reload'), boot)))
  }
  if (!trouble.type) throw trouble
}

let shown = null, isStale = false, deeds = 0

/** For what the page shows beside what the gateway tells, such as transfers. */
export function refresh() {
  isStale = true
  return reload()
}

function show() {
  const focused = document.activeElement?.id
  const typed = document.activeElement?.type === 'date' ? document.activeElement.value : null
  const was = main.dataset.state
  const sections = render(state.screen)
  const head = sections.findIndex((section) => section.classList?.contains('head'))
  const beside = [
    start.isReadOnly && h('p.quiet', {}, say('statusText')),
    progress(state.submission), receipt(state.submission), consentBox(),
    isWhole() && h('p.notice.good', {}, icon('check'), h('span', {}, say('complete'))),
  ]
  sections.splice(head + 1, 0, ...beside.filter(Boolean))
  main.replaceChildren(...guided(sections, isWhole))
  // What scrolls by itself has to be reached by keyboard.
  for (const box of main.querySelectorAll('.missing')) if (box.scrollHeight > box.clientHeight) box.tabIndex = 0
  main.dataset.state = state.submission.state
  main.dataset.ready = ''
  tellShown()
  tellSuggestions(main)
  const again = focused && document.getElementById(focused)
  if (again) {
    again.focus({ preventScroll: true })
    if (typed !== null && again.type === 'date') again.value = typed
  }
  if (was && was !== state.submission.state) {
    settle()
    announce(say('state.' + state.submission.state))
  }
}

// MARK: acting

/** Does something, tells what went wrong, and shows how things are now either way. `focus` is the id of what has the focus after that. */
export async function act(deed, focus, type) {
  deeds++
  settle()
  main.setAttribute('aria-busy', 'true')
  try {
    await deed()
  } catch (trouble) {
    if (!(trouble instanceof api.Trouble)) throw trouble
    complain(trouble.words(type))
  } finally {
    // Busy until it is shown: what is taken hold of before that is taken away under the hand.
    await refresh().finally(() => { if (!--deeds) main.removeAttribute('aria-busy') })
  }
  if (focus) document.getElementById(focus)?.focus()
}

function submitBox() {
  const isReady = isWhole()
  return h('section.card.send', {},
    button('main.wide', say('submit'), submit, { id: 'submit', disabled: !isReady, 'aria-describedby': 'submit-hint' }),
    h('p.hint', { id: 'submit-hint' }, say(isReady ? 'submitHint' : 'submitBlocked')))
}

let isSubmitting = false

/** Once, however often the button is hit; and not what would certainly come back. */
function submit() {
  if (isSubmitting || askConsent()) return
  isSubmitting = true
  return act(async () => {
    if (isBusy()) throw new api.Trouble('incomplete')
    if (!await told.isClear()) throw new api.Trouble('incomplete')
    await api.submit(consentAsked()?.version)
    scrollTo({ top: 0 })
    main.focus({ preventScroll: true })
  }).finally(() => { isSubmitting = false })
}

const withdraw = () => act(() =>
  api.withdraw(state.submission.version, () => ask(say('ask.withdraw'), say('ask.withdrawText'), say('withdraw'))))

// MARK: beginning

const offline = h('p.notice.offline', { role: 'status', hidden: navigator.onLine }, say('offline'))
addEventListener('offline', () => { offline.hidden = false })
addEventListener('online', () => { offline.hidden = true; reload() })
addEventListener('pageshow', (event) => { if (event.persisted) reload() })

async function boot() {
  main.before(offline)
  await reload()
  if (!state.screen) return
  if (!start.isReadOnly) {
    await goOn()
    watchDrops()
  }
  api.follow(() => reload())
}

boot()
