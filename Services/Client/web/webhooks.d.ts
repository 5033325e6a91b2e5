import { DocketError } from './client.js'

/** A message that does not come from the gateway, or not now. Answer it with 401. */
export class WebhookRefused extends DocketError {
  readonly code: 'webhook-refused'
  readonly reason: 'missing-header' | 'invalid-timestamp' | 'too-old' | 'too-new' | 'wrong-signature' | 'malformed'
}

/** What a webhook tells (CloudEvents 1.0). */
export interface WebhookEvent {
  /** The same as in Kafka, in the live stream and in the audit trail; a repeated message has the same. */
  id: string
  /** Such as `com.docket.submission.accepted.v1`. */
  type: string
  /** The submission's id. */
  subject?: string
  time?: string
  data?: { [name: string]: unknown }
  [name: string]: unknown
}

/** Verifies webhooks (Standard Webhooks 1.0). */
export class Webhook {
  /** `secrets` are those of the endpoint: `whsec_…`, or the public half `whpk_…`; two while one is being replaced. */
  constructor(secrets: string | string[], options?: { /** In seconds; 300 unless told. */ tolerance?: number })
  /**
   * The event that the message tells, once it is certain who sent it and that this was within the tolerance. `body` is what came, byte by
   * byte. Rejects with a WebhookRefused.
   */
  verify(
    headers: Headers | { [name: string]: string } | [string, string][], body: string | ArrayBuffer | Uint8Array,
    options?: { /** In seconds since 1970. */ now?: number },
  ): Promise<WebhookEvent>
}
