// One page: its parts, and what they share. What it knows is in this object and nowhere else, so that there can be several.
import { cameraRelease } from './given.js'
import { h } from './elements.js'
import { makeVoice } from './voice.js'
import { makeSheets } from './sheets.js'
import { headersOf } from './requests.js'
import { makeApi } from './api.js'
import { makeTelling } from './telling.js'
import { makeNaming } from './naming.js'
import { makeShowing } from './showing.js'
import { makeTold } from './told.js'
import { makeConsent } from './consent.js'
import { makeKept } from './kept.js'
import { makeTransfers } from './transfers.js'
import { makeUploads } from './uploads.js'
import { makeAdding } from './adding.js'
import { makePages } from './pages.js'
import { makeSuggesting } from './suggesting.js'
import { makeDocuments } from './documents.js'
import { makeComponents } from './components.js'
import { makeProgress } from './progress.js'
import { makeGuide } from './guide.js'
import { makeDropping } from './dropping.js'

/**
 * What cuts, straightens and judges photos, and the camera: loaded when it is used; null where it cannot be, also since a cache or a gateway that
 * was replaced meanwhile has another release's.
 */
const camera = () => import('./intake-camera.js').then((part) => (part.cameraRelease === cameraRelease ? part : null)).catch(() => null)

/** What stands in place of the page where there is nothing to show; the page around it may have words of its own. */
export const ending = (name, title, text, ...more) =>
  h('slot', { name }, h('section.card.end', { role: name === 'failed' ? 'alert' : null }, h('h1', {}, title), h('p', {}, text), ...more))

/**
 * `given` has what the parts stand on: the element (`host`), its shadow (`root`), where the page is shown (`main`), what the gateway began with
 * (`start`), where that is (`place`), whether there is nothing beside it (`isAlone`), what ends it (`signal`), and who is told (`tell`).
 */
export function makePage(given) {
  const shared = {
    ...given, camera, ending, keepsHistory: given.isAlone, headers: headersOf(given.place), ...makeVoice(given.start),
    state: {
      screen: null, submission: null, mayChange: false, isDragging: false,
      /** Halves of periods that were typed and cannot be saved alone. */
      periods: {},
    },
  }
  // Each finds those before it; of those behind it, it asks when it needs them.
  const makers = [
    makeSheets, makeApi, makeTelling, makeNaming, makeShowing, makeTold, makeConsent, makeKept, makeTransfers, makeUploads, makeAdding, makePages,
    makeSuggesting, makeDocuments, makeComponents, makeProgress, makeGuide, makeDropping,
  ]
  for (const make of makers) Object.assign(shared, make(shared))
  return shared
}
