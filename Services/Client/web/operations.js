// Written by Services/Client/generate from the gateway's description. Change nothing here.
import { path } from './requests.js'

export class Operations {
  addDocument(submission, body, options) { return this.call('POST', path`/v1/submissions/${submission}/documents`, { body, isKeyed: true, ...options }) }
  assignMail(mail, body, options) { return this.call('POST', path`/v1/mail/${mail}/assignment`, { body, ...options }) }
  changeDocument(submission, document, body, options) { return this.call('PATCH', path`/v1/submissions/${submission}/documents/${document}`, { body, ...options }) }
  changeEndpoint(endpoint, body, options) { return this.call('PATCH', path`/v1/webhook-endpoints/${endpoint}`, { body, ...options }) }
  changePage(submission, document, page, body, options) { return this.call('PATCH', path`/v1/submissions/${submission}/documents/${document}/pages/${page}`, { body, ...options }) }
  checkSubmission(submission, options) { return this.call('GET', path`/v1/submissions/${submission}/check`, { ...options }) }
  claimNext(body, options) { return this.call('POST', '/v1/review/claims', { body, ...options }) }
  claimSubmission(submission, body, options) { return this.call('POST', path`/v1/submissions/${submission}/claim`, { body, ...options }) }
  createEndpoint(body, options) { return this.call('POST', '/v1/webhook-endpoints', { body, ...options }) }
  createLink(submission, body, options) { return this.call('POST', path`/v1/submissions/${submission}/links`, { body, isKeyed: true, ...options }) }
  createPortalLink(body, options) { return this.call('POST', '/v1/portal-links', { body, isKeyed: true, ...options }) }
  createSubmission(body, options) { return this.call('POST', '/v1/submissions', { body, isKeyed: true, ...options }) }
  decide(submission, body, options) { return this.call('POST', path`/v1/submissions/${submission}/decision`, { body, isKeyed: true, ...options }) }
  discardMail(mail, options) { return this.ask('DELETE', path`/v1/mail/${mail}`, { ...options }) }
  isAlive(options) { return this.call('GET', '/health/live', { ...options }) }
  isReady(options) { return this.call('GET', '/health/ready', { ...options }) }
  keepDecisionDraft(submission, body, options) { return this.call('PUT', path`/v1/submissions/${submission}/decision-draft`, { body, ...options }) }
  listAudit(query, options) { return this.call('GET', '/v1/audit', { query, ...options }) }
  listCustodyHeads(query, options) { return this.call('GET', '/v1/custody/heads', { query, ...options }) }
  listDeliveries(query, options) { return this.call('GET', '/v1/deliveries', { query, ...options }) }
  listEndpoints(options) { return this.call('GET', '/v1/webhook-endpoints', { ...options }) }
  listIntegrationAudit(query, options) { return this.call('GET', '/v1/integration/audit', { query, ...options }) }
  listJourneys(options) { return this.call('GET', '/v1/journeys', { ...options }) }
  listLinks(submission, options) { return this.call('GET', path`/v1/submissions/${submission}/links`, { ...options }) }
  listMail(query, options) { return this.call('GET', '/v1/mail', { query, ...options }) }
  listPortalLinks(options) { return this.call('GET', '/v1/portal-links', { ...options }) }
  listRefusedRequests(query, options) { return this.call('GET', '/v1/integration/refused-requests', { query, ...options }) }
  listReviewQueue(query, options) { return this.call('GET', '/v1/review/queue', { query, ...options }) }
  listScreen(query, options) { return this.call('GET', '/v1/screens/submissions', { query, ...options }) }
  listSubmissions(query, options) { return this.call('GET', '/v1/submissions', { query, ...options }) }
  orderPages(submission, document, body, options) { return this.call('PUT', path`/v1/submissions/${submission}/documents/${document}/order`, { body, ...options }) }
  passTime(submission, body, options) { return this.call('POST', path`/v1/submissions/${submission}/clock`, { body, ...options }) }
  proveConsistency(query, options) { return this.call('GET', '/v1/custody/proofs/consistency', { query, ...options }) }
  proveInclusion(query, options) { return this.call('GET', '/v1/custody/proofs/inclusion', { query, ...options }) }
  readCoverSheet(submission, type, options) { return this.call('GET', path`/v1/submissions/${submission}/sheets/${type}`, { expecting: 'text', ...options }) }
  readCustody(submission, query, options) { return this.call('GET', path`/v1/submissions/${submission}/custody`, { query, ...options }) }
  readDecisionDraft(submission, options) { return this.call('GET', path`/v1/submissions/${submission}/decision-draft`, { ...options }) }
  readDelivery(delivery, options) { return this.call('GET', path`/v1/deliveries/${delivery}`, { ...options }) }
  readDescription(options) { return this.call('GET', '/openapi.json', { ...options }) }
  readDocument(submission, document, options) { return this.call('GET', path`/v1/submissions/${submission}/documents/${document}`, { ...options }) }
  readEndpoint(endpoint, options) { return this.call('GET', path`/v1/webhook-endpoints/${endpoint}`, { ...options }) }
  readErasure(submission, options) { return this.call('GET', path`/v1/submissions/${submission}/erasure`, { ...options }) }
  readEventDescription(options) { return this.call('GET', '/asyncapi.json', { ...options }) }
  readFacts(submission, options) { return this.call('GET', path`/v1/submissions/${submission}/facts`, { ...options }) }
  readImage(submission, document, page, query, options) { return this.call('GET', path`/v1/submissions/${submission}/documents/${document}/pages/${page}/image`, { query, expecting: 'bytes', ...options }) }
  readIntake(options) { return this.call('GET', '/v1/intake', { ...options }) }
  readJourney(journey, options) { return this.call('GET', path`/v1/journeys/${journey}`, { ...options }) }
  readLatestCustodyHead(options) { return this.call('GET', '/v1/custody/heads/latest', { ...options }) }
  readMail(mail, options) { return this.call('GET', path`/v1/mail/${mail}`, { ...options }) }
  readMailFile(mail, digest, options) { return this.call('GET', path`/v1/mail/${mail}/files/${digest}`, { expecting: 'bytes', ...options }) }
  readManifest(submission, options) { return this.call('GET', path`/v1/submissions/${submission}/manifest`, { ...options }) }
  readOriginal(submission, document, page, options) { return this.call('GET', path`/v1/submissions/${submission}/documents/${document}/pages/${page}/original`, { expecting: 'bytes', ...options }) }
  readPDF(submission, document, options) { return this.call('GET', path`/v1/submissions/${submission}/documents/${document}/pdf`, { expecting: 'bytes', ...options }) }
  readPage(submission, document, page, options) { return this.call('GET', path`/v1/submissions/${submission}/documents/${document}/pages/${page}`, { ...options }) }
  readPreview(submission, document, page, options) { return this.call('GET', path`/v1/submissions/${submission}/documents/${document}/pages/${page}/preview`, { expecting: 'bytes', ...options }) }
  readReview(submission, options) { return this.call('GET', path`/v1/submissions/${submission}/review`, { ...options }) }
  readReviewNumbers(query, options) { return this.call('GET', '/v1/review/numbers', { query, ...options }) }
  readScreen(submission, query, options) { return this.call('GET', path`/v1/submissions/${submission}/screen`, { query, ...options }) }
  readSignedManifest(submission, options) { return this.call('GET', path`/v1/submissions/${submission}/manifest/signed`, { expecting: 'text', ...options }) }
  readSigningKeys(options) { return this.call('GET', '/.well-known/jwks.json', { ...options }) }
  readSubmission(submission, options) { return this.call('GET', path`/v1/submissions/${submission}`, { ...options }) }
  readUpload(upload, options) { return this.call('GET', path`/v1/uploads/${upload}`, { ...options }) }
  readUsage(query, options) { return this.call('GET', '/v1/usage', { query, ...options }) }
  recoverEndpoint(endpoint, body, options) { return this.call('POST', path`/v1/webhook-endpoints/${endpoint}/recover`, { body, ...options }) }
  releaseSubmission(submission, options) { return this.call('DELETE', path`/v1/submissions/${submission}/claim`, { ...options }) }
  removeDecisionDraft(submission, options) { return this.call('DELETE', path`/v1/submissions/${submission}/decision-draft`, { ...options }) }
  removeDocument(submission, document, options) { return this.ask('DELETE', path`/v1/submissions/${submission}/documents/${document}`, { ...options }) }
  removeEndpoint(endpoint, options) { return this.ask('DELETE', path`/v1/webhook-endpoints/${endpoint}`, { ...options }) }
  removePage(submission, document, page, options) { return this.ask('DELETE', path`/v1/submissions/${submission}/documents/${document}/pages/${page}`, { ...options }) }
  retryDelivery(delivery, options) { return this.call('POST', path`/v1/deliveries/${delivery}/retry`, { ...options }) }
  revokeLink(submission, link, options) { return this.call('DELETE', path`/v1/submissions/${submission}/links/${link}`, { ...options }) }
  revokePortalLink(portalLink, options) { return this.call('DELETE', path`/v1/portal-links/${portalLink}`, { ...options }) }
  rotateEndpoint(endpoint, body, options) { return this.call('POST', path`/v1/webhook-endpoints/${endpoint}/rotate`, { body, ...options }) }
  submit(submission, body, options) { return this.call('POST', path`/v1/submissions/${submission}/submit`, { body, isKeyed: true, ...options }) }
  takeBackDecision(submission, options) { return this.call('DELETE', path`/v1/submissions/${submission}/decision`, { ...options }) }
  testEndpoint(endpoint, body, options) { return this.call('POST', path`/v1/webhook-endpoints/${endpoint}/test`, { body, ...options }) }
  withdrawSubmission(submission, options) { return this.ask('DELETE', path`/v1/submissions/${submission}`, { ...options }) }
}
