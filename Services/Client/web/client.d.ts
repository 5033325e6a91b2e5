import type * as m from './models.js'
import { Operations } from './operations.js'

export * from './models.js'

/** Every error of this library. */
export class DocketError extends Error {
  readonly code: 'refused' | 'unreachable' | 'invalid-request' | 'unexpected-answer' | 'file-unreadable' | 'timed-out' | 'webhook-refused'
  /** Whether the same call may succeed later. */
  readonly isRetriable: boolean
}

/** The gateway's refusal (RFC 9457). */
export class GatewayProblem extends DocketError {
  readonly code: 'refused'
  readonly status: number
  /** The last part of the type's address; `about:blank` where there was no problem document, and more where the gateway is newer. */
  readonly type: m.ProblemType | 'about:blank' | (string & {})
  readonly title: string
  readonly detail?: string
  /** The id of the request, for a question to the operator. */
  readonly instance?: string
  /** Each fault: where it is and what it is. */
  readonly errors: { pointer?: string; parameter?: string; detail: string; rule?: string }[]
  /** What there must be first, of an `incomplete` submission. */
  readonly missing: m.MissingItem[]
  /** Seconds that the gateway asks to wait. */
  readonly retryAfter?: number
  /** All that the problem says, such as `limit`, `currentVersion` or `quota`. */
  readonly members: { [name: string]: unknown }
}

/** What destroys a person's data: prepared and not done. Whoever drops it has changed nothing. */
export class Confirmation<Result> {
  readonly title: string
  /** What the person loses by it. */
  readonly message: string
  /** On the button that acts. */
  readonly actionLabel: string
  readonly token: string
  readonly expiresAt: string
  /** Does it. Rejects with `confirmation-invalid` when its time is over or something has changed since. */
  confirm(): Promise<Result>
}

export interface Asking {
  signal?: AbortSignal
}

/** What is done once, however often it is sent. Without a key the client makes one for each call. */
export interface Keyed extends Asking {
  key?: string
}

/** With a version, only if nothing has changed since that version was read; else `precondition-failed`. */
export interface Versioned extends Asking {
  version?: number
}

/** Something that can be read from; `node.js` opens files of a disk. */
export interface ReadableFile {
  readonly size: number
  readonly name?: string
  read(offset: number, count: number): Promise<Uint8Array>
}

export type FileToSend = Blob | ArrayBuffer | ArrayBufferView | ReadableFile

export interface Described {
  /** Of it only the ending is sent. */
  name?: string
  mediaType?: string
}

export interface Event {
  /** Such as `com.docket.submission.accepted.v1`. */
  type: string
  /** The same as in Kafka, in webhooks and in the audit trail; null for what tells of progress alone and cannot be gone on behind. */
  id: string | null
  /** The CloudEvent; of what has no id, what it tells. */
  data: { [name: string]: unknown }
}

export interface DocumentToCheck {
  type?: string
  issueDate?: m.Day
  expiryDate?: m.Day
  periodStart?: m.Day
  periodEnd?: m.Day
  source?: m.DocumentSource
  files?: FileToSend[]
}

/** Speaks to a gateway. Every error is a DocketError, or the reason of the signal that was given. */
export class DocketClient extends Operations {
  /** `timeout` in milliseconds, for each request. */
  constructor(baseURL: string, options?: { token?: string; language?: string; timeout?: number; fetch?: typeof fetch })
  /** For a person's link, such as https://docs.example/u/dl_…; its secret is sent to that gateway alone. */
  static fromLink(link: string, options?: { language?: string; timeout?: number; fetch?: typeof fetch }): DocketClient

  /** The submission that this client's link is for. Rejects with `link-ended` once the link has. */
  linkedSubmission(options?: Asking): Promise<m.Submission>
  /** Sends a file in one request. `upload` is for large files and bad connections. */
  addPage(submission: string, document: string, file: FileToSend, options?: Keyed & Versioned & Described): Promise<m.Page>
  /** Puts another file in a page's place: it is read and sent when that is confirmed. */
  replacePage(
    submission: string, document: string, page: string, file: FileToSend, options?: Versioned & Described,
  ): Promise<Confirmation<m.Page>>
  /** Sends a file, which becomes the document's next page, over any number of requests, connections and gateways. */
  upload(document: string, file: FileToSend, options?: Asking & Described & {
    /** An upload to go on with, also of another program. */
    upload?: string
    onBegun?: (upload: string) => void
    onProgress?: (sent: number, total: number) => void
  }): Promise<m.Page>
  /** Gives up an unfinished upload, at once: nothing was a page yet. */
  cancelUpload(upload: string, options?: Asking): Promise<void>
  /** What the rules say of documents that are not kept. */
  checkFiles(journey: string, documents: DocumentToCheck[], options?: Asking & { consent?: string }): Promise<m.DryRun>
  /** Asks until the submission has an outcome, or is as `until` says. Rejects with `timed-out`. `timeout` in milliseconds. */
  wait(submission: string, options?: Asking & {
    until?: (submission: m.Submission) => boolean
    timeout?: number
    onChange?: (submission: m.Submission) => void
  }): Promise<m.Submission>
  /** A listing and all that follow it. */
  pages<Listing extends { next?: string }>(listing: Listing, options?: Asking): AsyncGenerator<Listing, void>
  /** What lies under an address that the gateway gave, such as a document's `pdf`. */
  download(address: string, options?: Asking & { accept?: string }): Promise<ReadableStream<Uint8Array>>
  /**
   * What happens to a submission, from its beginning or behind the event `after`, for ever: a stream that was cut is followed again from
   * where it was, and nothing is missed or told twice. Without a submission, what happens to all of the tenant's from now on.
   */
  follow(submission?: string | null, options?: Asking & { after?: string }): AsyncGenerator<Event, void>
  /** That the queue for reviewers has changed. */
  followReviewQueue(options?: Asking): AsyncGenerator<Event, void>
}
