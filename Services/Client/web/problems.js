// What can go wrong. Every error of this library is a DocketError.

export class DocketError extends Error {
  constructor(code, message, { isRetriable = false, cause } = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'DocketError'
    this.code = code
    this.isRetriable = isRetriable
  }
}

export const unexpected = (words) => new DocketError('unexpected-answer', words)
export const invalid = (words) => new DocketError('invalid-request', words)
export const unreachable = (words, cause) => new DocketError('unreachable', words, { isRetriable: true, cause })

const text = (value) => typeof value === 'string' ? value : undefined
const objects = (value) => Array.isArray(value) ? value.filter((one) => one !== null && typeof one === 'object') : []

/** The gateway's refusal (RFC 9457). */
export class GatewayProblem extends DocketError {
  constructor(status, members, retryAfter) {
    const title = text(members.title) ?? `The gateway answered with status ${status}`
    const detail = text(members.detail)
    const errors = objects(members.errors)
    const missing = objects(members.reasons)
    const lines = [[title, detail].filter(Boolean).join(': ')]
    for (const one of errors) lines.push('  ' + [one.pointer || one.parameter, one.detail].filter(Boolean).join(': '))
    for (const one of missing) lines.push(`  ${one.message ?? ''}`)
    // Those that say "not now". A conflict needs a decision first, so it is not among them.
    super('refused', lines.join('\n'), { isRetriable: [408, 425, 429, 502, 503, 504].includes(status) })
    this.name = 'GatewayProblem'
    const type = text(members.type)?.split(/[/#]/).filter(Boolean).pop() ?? 'about:blank'
    Object.assign(this, { status, type, title, detail, errors, missing, retryAfter, members, instance: text(members.instance) })
  }

  /** A body that is no problem document, as a proxy sends it, becomes one of its status. */
  static of(status, headers, body) {
    let members
    try { members = JSON.parse(body) } catch { /* its status says enough */ }
    const wait = headers.get('retry-after') ?? ''
    return new GatewayProblem(status, members !== null && typeof members === 'object' ? members : {}, /^\d{1,8}$/.test(wait) ? Number(wait) : undefined)
  }
}
