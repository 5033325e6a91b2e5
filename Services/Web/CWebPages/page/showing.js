// Asks the gateway for the screen, shows it, and shows it anew whenever something happens.
import { h, icon, button } from './elements.js'
import { Trouble } from './trouble.js'

export function makeShowing(shared) {
  const { api, start, state, root, host, main, say, ask, announce, settle, complain, wordsOf, tellShown, tellLinkEnded, tellTrouble, signal } = shared

  /** Whether it could be sent, but for what its person has to agree to. */
  const isWhole = () => state.mayChange && state.submission.documents.length > 0 &&
    state.submission.missing.every(({ rule }) => rule === 'submission.consent') && !shared.refusals().length

  const isReadOnly = () => start.isReadOnly || host.isReadOnly

  /** By route: what can be done with all of it; false for what is not to be done here. */
  const actions = {
    // When all is there, sending it is what stands out.
    addDocument: ({ model }) => model.isEnabled && state.mayChange && button(`${isWhole() ? 'soft' : 'main'}.wide`, say('add'), () => shared.chooseKind(), { id: 'add' }, 'plus'),
    submit: () => state.mayChange && submitBox(),
    withdraw: () => !isReadOnly() && h('p.center', {}, button('quiet', say('withdraw'), withdraw, { id: 'withdraw' })),
  }

  // MARK: loading and showing

  let running = null, next = null, shown = null, isStale = false, deeds = 0

  /** Asks anew. What is waited for began after the call: an answer that was on its way may be older than what was just done. */
  function reload() {
    if (running) return next ??= running.catch(() => {}).then(() => { next = null; return reload() })
    running = load().finally(() => { running = null })
    return running
  }

  async function load() {
    if (signal.aborted) return
    try {
      // The page comes with what it begins with.
      const { screen, submission } = start.first ?? await api.readAll()
      start.first = null
      if (signal.aborted) return
      const all = JSON.stringify([screen, submission])
      Object.assign(state, { screen, submission })
      state.mayChange = !isReadOnly() && ['draft', 'needs_input'].includes(submission.state)
      // What is as it was stays as it is: no focus is lost, and nothing is read aloud twice.
      shared.look()
      if (all === shown && !isStale) return
      if (state.isDragging) return
      shown = all
      isStale = false
      show()
    } catch (trouble) {
      if (!signal.aborted) fail(trouble)
    }
  }

  function fail(trouble) {
    if (trouble.isEnd) {
      // Whatever comes after that is shown anew.
      shown = null
      tellLinkEnded()
      main.replaceChildren(shared.ending('ended', say('link.ended'), say('link.endedText')))
    } else if (state.screen) {
      complain(trouble.type ? wordsOf(trouble) : say('failed'))
    } else {
      main.replaceChildren(shared.ending('failed', say('failed'), trouble.type ? wordsOf(trouble) : '', button('main', say('reload'), boot)))
    }
    if (trouble.type) tellTrouble(trouble, trouble.isEnd || !state.screen)
    else throw trouble
  }

  /** For what the page shows beside what the gateway tells, such as transfers. */
  function refresh() {
    isStale = true
    return reload()
  }

  /** That it is a sandbox's, so that nobody takes it for real; the page of a link says so in its head. */
  const sign = () => state.submission.test && !start.frames ? [h('p.sign', {}, say('test'))] : []

  function show() {
    const focused = root.activeElement?.id
    const typed = root.activeElement?.type === 'date' ? root.activeElement.value : null
    const was = main.dataset.state
    const sections = shared.render(state.screen)
    const head = sections.findIndex((section) => section.classList?.contains('head'))
    const beside = [
      isReadOnly() && h('p.quiet', {}, say('statusText')),
      shared.progress(state.submission), shared.receipt(state.submission), shared.consentBox(),
      isWhole() && h('p.notice.good', {}, icon('check'), h('span', {}, say('complete'))),
    ]
    sections.splice(head + 1, 0, ...beside.filter(Boolean))
    main.replaceChildren(...sign(), ...shared.guided(sections))
    // What scrolls by itself has to be reached by keyboard.
    for (const box of main.querySelectorAll('.missing')) if (box.scrollHeight > box.clientHeight) box.tabIndex = 0
    main.dataset.state = state.submission.state
    main.dataset.ready = ''
    tellShown()
    shared.tellSuggestions(main)
    const again = focused && root.getElementById(focused)
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
  async function act(deed, focus, type) {
    deeds++
    settle()
    main.setAttribute('aria-busy', 'true')
    try {
      await deed()
    } catch (trouble) {
      if (signal.aborted) return
      if (!(trouble instanceof Trouble)) throw trouble
      complain(wordsOf(trouble, type))
      tellTrouble(trouble)
    } finally {
      // Busy until it is shown: what is taken hold of before that is taken away under the hand.
      await refresh().finally(() => { if (!--deeds) main.removeAttribute('aria-busy') })
    }
    if (focus) root.getElementById(focus)?.focus()
  }

  function submitBox() {
    // A file may be known there before this page has learned that all of it has arrived.
    const isBusy = shared.isBusy(), isReady = isWhole() && !isBusy
    return h('section.card.send', {},
      button('main.wide', say('submit'), submit, { id: 'submit', disabled: !isReady, 'aria-describedby': 'submit-hint' }),
      h('p.hint', { id: 'submit-hint' }, say(isReady ? 'submitHint' : isBusy ? 'submitWaits' : 'submitBlocked')))
  }

  let isSubmitting = false

  /** Once, however often the button is hit; and not what would certainly come back. */
  function submit() {
    if (isSubmitting || shared.askConsent()) return
    isSubmitting = true
    return act(async () => {
      if (shared.isBusy()) throw new Trouble('incomplete')
      if (!await shared.isClear()) throw new Trouble('incomplete')
      await api.submit(shared.consentAsked()?.version)
      toTop()
      main.focus({ preventScroll: true })
    }).finally(() => { isSubmitting = false })
  }

  const withdraw = () => act(() =>
    api.withdraw(state.submission.version, () => ask(say('ask.withdraw'), say('ask.withdrawText'), say('withdraw'))))

  function toTop() {
    if (shared.isAlone) scrollTo({ top: 0 })
    else if (host.getBoundingClientRect().top < 0) host.scrollIntoView()
  }

  // MARK: beginning

  const offline = h('p.notice.offline', { lang: start.language, role: 'status', hidden: navigator.onLine }, say('offline'))
  const until = { signal }
  addEventListener('offline', () => { offline.hidden = false }, until)
  addEventListener('online', () => { offline.hidden = true; reload() }, until)
  addEventListener('pageshow', (event) => { if (event.persisted) reload() }, until)

  async function boot() {
    main.parentNode.before(offline)
    await reload()
    if (!state.screen || signal.aborted) return
    // What may not be changed now may be changed later: what is unfinished stays remembered.
    if (state.mayChange) await shared.goOn()
    if (!start.isReadOnly) shared.watchDrops()
    api.follow(() => reload())
  }

  return { isWhole, actions, reload, refresh, act, toTop, boot }
}
