// The page of a link: the element, and what a page that shows this one in a frame is told.
import './intake.js'

const start = JSON.parse(document.getElementById('start').textContent)
const element = document.querySelector('docket-intake')

// Only pages that may show this one in a frame are told. Where the browser names the one that does, no other is tried.
const above = location.ancestorOrigins?.[0]
const listeners = parent === window ? [] : start.frames.filter((origin) => !above || origin === above)
const tell = (type, detail) => {
  for (const origin of listeners) parent.postMessage({ source: 'docket', type, ...detail }, origin)
}
for (const type of ['ready', 'changed', 'submitted', 'ended']) {
  element.addEventListener('docket-' + type, ({ detail }) => tell(type, { ...detail, submission: start.submission }))
}
if (listeners.length) new ResizeObserver(() => tell('height', { submission: start.submission, height: document.body.offsetHeight })).observe(document.body)

// A browser that is too old for elements keeps what stands here for whoever runs no scripts.
if (element.matches(':defined')) {
  element.replaceChildren()
  element.start = start
  element.link = location.origin + location.pathname
}
