/** States of a submission. */
export type DocketState =
  | 'draft' | 'submitted' | 'processing' | 'accepted' | 'needs_input' | 'in_review' | 'rejected' | 'failed' | 'withdrawn' | 'expired'

/** How it is going: an id, a state and a count, and nothing that the person has written or sent. */
export interface DocketProgress {
  readonly submission: string
  readonly state: DocketState
  /** Whether nothing is missing, and it could be submitted. */
  readonly isValid: boolean
  /** How many documents there are. */
  readonly documents: number
}

export interface DocketEnd {
  /** Null where the link led to none. */
  readonly submission: string | null
  /** `link_ended`: the link has expired, was revoked, or is none. */
  readonly state: 'accepted' | 'rejected' | 'withdrawn' | 'expired' | 'link_ended'
}

export interface DocketTrouble {
  readonly submission: string | null
  /** The last part of the problem's type, such as `too-large`; `network`, `invalid-link` or `other` where the gateway said nothing. */
  readonly type: string
  /** Of the answer; 0 where there was none. */
  readonly status: number
  /** Whether there is nothing to show. */
  readonly isFatal: boolean
}

/** All of them bubble, also out of a shadow. None can be cancelled. */
export interface DocketIntakeEventMap {
  /** It is shown for the first time. */
  'docket-ready': CustomEvent<DocketProgress>
  /** A document, a page or the state has changed. */
  'docket-changed': CustomEvent<DocketProgress>
  /** The person has sent it. */
  'docket-submitted': CustomEvent<DocketProgress>
  /** It has come to an end, or the link has. */
  'docket-ended': CustomEvent<DocketEnd>
  /** Something did not work, and the person was told. */
  'docket-error': CustomEvent<DocketTrouble>
}

/** `<docket-intake link="…">`: the page on which a person adds documents and submits them. */
export class DocketIntake extends HTMLElement {
  static readonly formAssociated: true

  /** The address of a person's link, such as `https://docket.example/u/dl_…`. Attribute `link`. */
  link: string
  /** Texts in place of the element's own, by key. Attribute `texts`, as JSON. */
  get texts(): Readonly<Record<string, string>>
  set texts(texts: Readonly<Record<string, string>> | null)
  /** What `GET /v1/intake` has answered to the link already; set it before the link, and the element does not ask. */
  set start(start: object | null)
  /** Whether nothing can be changed here. Attribute `read-only`. */
  readOnly: boolean
  /** Whether the form is invalid until it was sent. */
  required: boolean
  disabled: boolean
  name: string

  /** Null until it is known. */
  readonly state: DocketState | null
  /** The submission's id once it was sent, else (also when it was withdrawn or has expired) an empty text: what a form sends under `name`. */
  readonly value: string

  readonly form: HTMLFormElement | null
  readonly labels: NodeList
  readonly validity: ValidityState
  readonly validationMessage: string
  readonly willValidate: boolean
  checkValidity(): boolean
  reportValidity(): boolean
  /** Asks the gateway how things are now, as it does by itself when something happens. */
  reload(): Promise<void>

  addEventListener<Type extends keyof DocketIntakeEventMap>(
    type: Type, listener: (this: DocketIntake, event: DocketIntakeEventMap[Type]) => unknown, options?: boolean | AddEventListenerOptions,
  ): void
  addEventListener<Type extends keyof HTMLElementEventMap>(
    type: Type, listener: (this: DocketIntake, event: HTMLElementEventMap[Type]) => unknown, options?: boolean | AddEventListenerOptions,
  ): void
  addEventListener(type: string, listener: EventListenerOrEventListenerObject | null, options?: boolean | AddEventListenerOptions): void
  removeEventListener<Type extends keyof DocketIntakeEventMap>(
    type: Type, listener: (this: DocketIntake, event: DocketIntakeEventMap[Type]) => unknown, options?: boolean | EventListenerOptions,
  ): void
  removeEventListener<Type extends keyof HTMLElementEventMap>(
    type: Type, listener: (this: DocketIntake, event: HTMLElementEventMap[Type]) => unknown, options?: boolean | EventListenerOptions,
  ): void
  removeEventListener(type: string, listener: EventListenerOrEventListenerObject | null, options?: boolean | EventListenerOptions): void
}

declare global {
  interface HTMLElementTagNameMap {
    'docket-intake': DocketIntake
  }
}
