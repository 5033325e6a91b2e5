// `<docket-intake link="…">`: the page on which a person adds documents and submits them, as an element of any page.
import { css, beginnings } from './given.js'
import { h, button } from './elements.js'
import { makePage, ending } from './page.js'
import { placeOfLink, ask } from './requests.js'
import { Trouble } from './trouble.js'

let sheet
/** Of all of them: it never changes. */
function styles() {
  if (!sheet) { sheet = new CSSStyleSheet(); sheet.replaceSync(css) }
  return sheet
}

/** The language that is said around an element, also around the shadow that it is in. */
function languageAround(element) {
  for (let one = element; one; one = one.getRootNode().host) {
    const named = one.closest('[lang]')
    if (named) return named.lang
  }
  return ''
}

/** What is said before the gateway has said anything. */
function wordsBefore(tag) {
  const known = [tag, ...navigator.languages ?? []].map((one) => one.slice(0, 2)).find((one) => Object.hasOwn(beginnings, one))
  return beginnings[known ?? 'en']
}

/** In these nothing was sent, or what was sent counts no more. */
const withoutValue = ['draft', 'needs_input', 'withdrawn', 'expired']

// A server that imports it has no elements, and needs none.
export class DocketIntake extends (globalThis.HTMLElement ?? Object) {
  static formAssociated = true
  static observedAttributes = ['link', 'lang', 'texts', 'read-only', 'required']

  #internals = this.attachInternals()
  #root = this.attachShadow({ mode: 'open' })
  #main = h('div', { id: 'main', tabindex: '-1', part: 'content' })
  #page = null
  #life = null
  #start = null
  #texts = null
  #textsSet = 'null'
  #isDisabled = false
  #isPlanned = false

  constructor() {
    super()
    this.#root.adoptedStyleSheets = [styles()]
  }

  connectedCallback() {
    // An element that was moved goes on.
    if (!this.#life) this.#begin()
    // Its dialogs have left what lies above the page.
    for (const box of this.#root.querySelectorAll('dialog[open]')) {
      box.removeAttribute('open')
      box.showModal()
    }
    this.#tellForm()
  }

  disconnectedCallback() { queueMicrotask(() => { if (!this.isConnected) this.#end() }) }

  attributeChangedCallback(name, before, now) {
    if (before === now) return
    if (name === 'required') this.#tellForm()
    else if (name === 'read-only') this.#page?.refresh()
    else this.#begin()
  }

  // MARK: what others set

  /** The address of a person's link, such as https://docket.example/u/dl_…. */
  get link() { return this.getAttribute('link') ?? '' }
  set link(address) { this.setAttribute('link', address) }

  /** What `GET /v1/intake` has answered to the link already; without it the element asks. */
  set start(start) { this.#start = start }

  /** Texts in place of the element's own, by key. */
  get texts() { return this.#texts ?? read(this.getAttribute('texts')) }
  set texts(texts) {
    const all = JSON.stringify(texts ?? null)
    if (all === this.#textsSet) return
    this.#texts = texts
    this.#textsSet = all
    this.#begin()
  }

  get required() { return this.hasAttribute('required') }
  set required(is) { this.toggleAttribute('required', is) }
  get readOnly() { return this.hasAttribute('read-only') }
  set readOnly(is) { this.toggleAttribute('read-only', is) }
  get disabled() { return this.hasAttribute('disabled') }
  set disabled(is) { this.toggleAttribute('disabled', is) }
  get name() { return this.getAttribute('name') ?? '' }
  set name(name) { this.setAttribute('name', name) }

  /** Whether nothing may be changed here, whatever the state is. */
  get isReadOnly() { return this.readOnly || this.#isDisabled }
  /** The submission's state; null until it is known. */
  get state() { return this.#page?.state.submission?.state ?? null }
  /** The submission's id once it was sent, unless it was withdrawn; what a form sends under the element's name. */
  get value() { return this.state && !withoutValue.includes(this.state) ? this.#page.start.submission : '' }

  focus(options) { (this.#root.querySelector('#add, #submit:enabled, #next, button') ?? this.#main).focus(options) }

  /** Asks the gateway how things are now, as it does by itself when something happens. */
  async reload() { await this.#page?.reload() }

  #wordsBefore(language) { return { ...wordsBefore(language), ...this.texts } }

  // MARK: in a form

  get form() { return this.#internals.form }
  get labels() { return this.#internals.labels }
  get validity() { return this.#internals.validity }
  get validationMessage() { return this.#internals.validationMessage }
  get willValidate() { return this.#internals.willValidate }
  checkValidity() { return this.#internals.checkValidity() }
  reportValidity() { return this.#internals.reportValidity() }

  #tellForm() {
    this.#internals.setFormValue(this.value || null)
    const isMissing = this.required && !this.value
    // A browser takes no fault without words.
    const message = isMissing ? (this.#page?.say('unsent') ?? this.#wordsBefore(languageAround(this)).unsent) || ' ' : ''
    this.#internals.setValidity({ valueMissing: isMissing }, message, this.#main.isConnected ? this.#main : undefined)
  }

  /** What was sent stays sent. What was begun here and not saved is forgotten. */
  formResetCallback() {
    if (!this.#page) return
    this.#page.state.periods = {}
    this.#page.settle()
    this.#page.refresh()
  }

  formDisabledCallback(is) {
    this.#isDisabled = is
    this.#page?.refresh()
  }

  // MARK: its life

  /** Once for all that is set at once. */
  #begin() {
    if (this.#isPlanned) return
    this.#isPlanned = true
    queueMicrotask(() => {
      this.#isPlanned = false
      this.#end()
      if (this.isConnected && this.link) this.#open()
    })
  }

  #end() {
    this.#life?.abort()
    this.#life = this.#page = null
    this.#root.replaceChildren()
    this.#tellForm()
  }

  async #open() {
    const life = this.#life = new AbortController(), { signal } = life
    const main = this.#main
    const tell = (type, detail) => {
      if (signal.aborted) return
      this.#tellForm()
      this.dispatchEvent(new CustomEvent('docket-' + type, { detail, bubbles: true, composed: true }))
    }
    for (const name of Object.keys(main.dataset)) delete main.dataset[name]
    main.replaceChildren(h('slot', { name: 'loading' }))
    this.#root.replaceChildren(h('slot', { name: 'header' }), h('div.page', {}, main), h('slot', { name: 'help' }))
    const language = languageAround(this), place = { ...placeOfLink(this.link), language }
    try {
      if (!place.secret) throw new Trouble('invalid-link')
      const given = this.#start
      this.#start = null
      const start = { ...given ?? await (await ask(place, 'GET', '/v1/intake', { signal })).json() }
      start.words = { ...start.words, ...this.texts }
      start.isReadOnly ||= place.isStatus
      place.language = start.language
      // What the gateway speaks is what is read aloud.
      main.lang = start.language
      this.#page = makePage({
        host: this, root: this.#root, main, start, place, signal, tell, isAlone: this.hasAttribute('full-page'),
      })
      this.#tellForm()
      await this.#page.boot()
    } catch (trouble) {
      if (signal.aborted) return
      this.#fail(trouble, this.#wordsBefore(language), tell)
    }
  }

  /** Nothing can be shown: in few words, since those of the gateway have not come. */
  #fail(trouble, words, tell) {
    const isEnded = trouble.isEnd || trouble.type === 'invalid-link'
    const retry = button('main', words.reload, () => this.#begin())
    this.#main.replaceChildren(isEnded ? ending('ended', words['link.ended'], words['link.endedText']) : ending('failed', words.failed, '', retry))
    tell('error', { submission: null, type: trouble.type ?? 'other', status: trouble.status ?? 0, isFatal: true })
    if (isEnded) tell('ended', { submission: null, state: 'link_ended' })
    if (!(trouble instanceof Trouble)) throw trouble
  }
}

/** Texts of an attribute; none where it holds no object. */
function read(text) {
  try { return Object(JSON.parse(text ?? '{}')) } catch { return {} }
}

if (globalThis.customElements && !customElements.get('docket-intake')) customElements.define('docket-intake', DocketIntake)
