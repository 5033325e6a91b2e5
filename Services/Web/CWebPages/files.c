// `#embed` is C23's; clang knows it in every mode, and rebuilds this when one of the files changes.
#pragma clang diagnostic ignored "-Wc23-extensions"

#include "CWebPages.h"

static const unsigned char page_html[] = {
#embed "page/page.html"
};
static const unsigned char page_css[] = {
#embed "page/page.css"
};
static const unsigned char icon_svg[] = {
#embed "page/icon.svg"
};
static const unsigned char app_js[] = {
#embed "page/app.js"
};
static const unsigned char api_js[] = {
#embed "page/api.js"
};
static const unsigned char trouble_js[] = {
#embed "page/trouble.js"
};
static const unsigned char components_js[] = {
#embed "page/components.js"
};
static const unsigned char documents_js[] = {
#embed "page/documents.js"
};
static const unsigned char adding_js[] = {
#embed "page/adding.js"
};
static const unsigned char consent_js[] = {
#embed "page/consent.js"
};
static const unsigned char dropping_js[] = {
#embed "page/dropping.js"
};
static const unsigned char looking_js[] = {
#embed "page/looking.js"
};
static const unsigned char told_js[] = {
#embed "page/told.js"
};
static const unsigned char suggesting_js[] = {
#embed "page/suggesting.js"
};
static const unsigned char pages_js[] = {
#embed "page/pages.js"
};
static const unsigned char uploads_js[] = {
#embed "page/uploads.js"
};
static const unsigned char transfers_js[] = {
#embed "page/transfers.js"
};
static const unsigned char kept_js[] = {
#embed "page/kept.js"
};
static const unsigned char progress_js[] = {
#embed "page/progress.js"
};
static const unsigned char cropping_js[] = {
#embed "page/cropping.js"
};
static const unsigned char edges_js[] = {
#embed "page/edges.js"
};
static const unsigned char straightening_js[] = {
#embed "page/straightening.js"
};
static const unsigned char capture_js[] = {
#embed "page/capture.js"
};
static const unsigned char guide_js[] = {
#embed "page/guide.js"
};
static const unsigned char frame_css[] = {
#embed "page/frame.css"
};
static const unsigned char elements_js[] = {
#embed "page/elements.js"
};
static const unsigned char voice_js[] = {
#embed "page/voice.js"
};
static const unsigned char sheets_js[] = {
#embed "page/sheets.js"
};
static const unsigned char requests_js[] = {
#embed "page/requests.js"
};
static const unsigned char naming_js[] = {
#embed "page/naming.js"
};
static const unsigned char telling_js[] = {
#embed "page/telling.js"
};
static const unsigned char showing_js[] = {
#embed "page/showing.js"
};
static const unsigned char page_js[] = {
#embed "page/page.js"
};
static const unsigned char intake_js[] = {
#embed "page/intake.js"
};
static const unsigned char intake_d_ts[] = {
#embed "page/intake.d.ts"
};
static const unsigned char client_problems_js[] = {
#embed "../../Client/web/problems.js"
};
static const unsigned char client_streams_js[] = {
#embed "../../Client/web/streams.js"
};
static const unsigned char words_en_json[] = {
#embed "page/words/en.json"
};
static const unsigned char words_de_json[] = {
#embed "page/words/de.json"
};
static const unsigned char words_fr_json[] = {
#embed "page/words/fr.json"
};
static const unsigned char words_es_json[] = {
#embed "page/words/es.json"
};
static const unsigned char words_ja_json[] = {
#embed "page/words/ja.json"
};
static const unsigned char desk_desk_html[] = {
#embed "desk/desk.html"
};
static const unsigned char desk_desk_css[] = {
#embed "desk/desk.css"
};
static const unsigned char desk_dom_js[] = {
#embed "desk/dom.js"
};
static const unsigned char desk_api_js[] = {
#embed "desk/api.js"
};
static const unsigned char desk_app_js[] = {
#embed "desk/app.js"
};
static const unsigned char desk_keys_js[] = {
#embed "desk/keys.js"
};
static const unsigned char desk_numbers_js[] = {
#embed "desk/numbers.js"
};
static const unsigned char desk_queue_js[] = {
#embed "desk/queue.js"
};
static const unsigned char desk_claims_js[] = {
#embed "desk/claims.js"
};
static const unsigned char desk_review_js[] = {
#embed "desk/review.js"
};
static const unsigned char desk_signing_js[] = {
#embed "desk/signing.js"
};
static const unsigned char desk_times_js[] = {
#embed "desk/times.js"
};
static const unsigned char desk_verdict_js[] = {
#embed "desk/verdict.js"
};
static const unsigned char desk_viewer_js[] = {
#embed "desk/viewer.js"
};
static const unsigned char desk_access_js[] = {
#embed "desk/access.js"
};
static const unsigned char desk_acts_js[] = {
#embed "desk/acts.js"
};
static const unsigned char desk_audit_js[] = {
#embed "desk/audit.js"
};
static const unsigned char desk_chart_js[] = {
#embed "desk/chart.js"
};
static const unsigned char desk_deliveries_js[] = {
#embed "desk/deliveries.js"
};
static const unsigned char desk_mail_js[] = {
#embed "desk/mail.js"
};
static const unsigned char desk_holds_js[] = {
#embed "desk/holds.js"
};
static const unsigned char desk_letters_js[] = {
#embed "desk/letters.js"
};
static const unsigned char desk_operations_js[] = {
#embed "desk/operations.js"
};
static const unsigned char desk_stories_js[] = {
#embed "desk/stories.js"
};
static const unsigned char desk_table_js[] = {
#embed "desk/table.js"
};
static const unsigned char desk_topics_js[] = {
#embed "desk/topics.js"
};
static const unsigned char desk_kept_js[] = {
#embed "desk/kept.js"
};
static const unsigned char desk_places_js[] = {
#embed "desk/places.js"
};
static const unsigned char desk_record_js[] = {
#embed "desk/record.js"
};
static const unsigned char desk_stream_js[] = {
#embed "desk/stream.js"
};
static const unsigned char desk_tail_js[] = {
#embed "desk/tail.js"
};
static const unsigned char desk_journeys_js[] = {
#embed "desk/journeys.js"
};
static const unsigned char desk_exports_js[] = {
#embed "desk/exports.js"
};
static const unsigned char desk_words_en_json[] = {
#embed "desk/words/en.json"
};
static const unsigned char desk_words_de_json[] = {
#embed "desk/words/de.json"
};
static const unsigned char desk_words_fr_json[] = {
#embed "desk/words/fr.json"
};
static const unsigned char desk_words_es_json[] = {
#embed "desk/words/es.json"
};
static const unsigned char desk_words_ja_json[] = {
#embed "desk/words/ja.json"
};
static const unsigned char portal_portal_html[] = {
#embed "portal/portal.html"
};
static const unsigned char portal_portal_css[] = {
#embed "portal/portal.css"
};
static const unsigned char portal_app_js[] = {
#embed "portal/app.js"
};
static const unsigned char portal_endpoints_js[] = {
#embed "portal/endpoints.js"
};
static const unsigned char portal_deliveries_js[] = {
#embed "portal/deliveries.js"
};
static const unsigned char portal_logs_js[] = {
#embed "portal/logs.js"
};
static const unsigned char portal_words_en_json[] = {
#embed "portal/words/en.json"
};
static const unsigned char portal_words_de_json[] = {
#embed "portal/words/de.json"
};
static const unsigned char portal_words_fr_json[] = {
#embed "portal/words/fr.json"
};
static const unsigned char portal_words_es_json[] = {
#embed "portal/words/es.json"
};
static const unsigned char portal_words_ja_json[] = {
#embed "portal/words/ja.json"
};

static const docket_page_file files[] = {
  {"page.html", page_html, sizeof page_html},
  {"page.css", page_css, sizeof page_css},
  {"icon.svg", icon_svg, sizeof icon_svg},
  {"app.js", app_js, sizeof app_js},
  {"api.js", api_js, sizeof api_js},
  {"trouble.js", trouble_js, sizeof trouble_js},
  {"components.js", components_js, sizeof components_js},
  {"documents.js", documents_js, sizeof documents_js},
  {"adding.js", adding_js, sizeof adding_js},
  {"consent.js", consent_js, sizeof consent_js},
  {"dropping.js", dropping_js, sizeof dropping_js},
  {"looking.js", looking_js, sizeof looking_js},
  {"told.js", told_js, sizeof told_js},
  {"suggesting.js", suggesting_js, sizeof suggesting_js},
  {"pages.js", pages_js, sizeof pages_js},
  {"uploads.js", uploads_js, sizeof uploads_js},
  {"transfers.js", transfers_js, sizeof transfers_js},
  {"kept.js", kept_js, sizeof kept_js},
  {"progress.js", progress_js, sizeof progress_js},
  {"cropping.js", cropping_js, sizeof cropping_js},
  {"edges.js", edges_js, sizeof edges_js},
  {"straightening.js", straightening_js, sizeof straightening_js},
  {"capture.js", capture_js, sizeof capture_js},
  {"guide.js", guide_js, sizeof guide_js},
  {"frame.css", frame_css, sizeof frame_css},
  {"elements.js", elements_js, sizeof elements_js},
  {"voice.js", voice_js, sizeof voice_js},
  {"sheets.js", sheets_js, sizeof sheets_js},
  {"requests.js", requests_js, sizeof requests_js},
  {"naming.js", naming_js, sizeof naming_js},
  {"telling.js", telling_js, sizeof telling_js},
  {"showing.js", showing_js, sizeof showing_js},
  {"page.js", page_js, sizeof page_js},
  {"intake.js", intake_js, sizeof intake_js},
  {"intake.d.ts", intake_d_ts, sizeof intake_d_ts},
  {"client/problems.js", client_problems_js, sizeof client_problems_js},
  {"client/streams.js", client_streams_js, sizeof client_streams_js},
  {"words/en.json", words_en_json, sizeof words_en_json},
  {"words/de.json", words_de_json, sizeof words_de_json},
  {"words/fr.json", words_fr_json, sizeof words_fr_json},
  {"words/es.json", words_es_json, sizeof words_es_json},
  {"words/ja.json", words_ja_json, sizeof words_ja_json},
  {"desk/desk.html", desk_desk_html, sizeof desk_desk_html},
  {"desk/desk.css", desk_desk_css, sizeof desk_desk_css},
  {"desk/dom.js", desk_dom_js, sizeof desk_dom_js},
  {"desk/api.js", desk_api_js, sizeof desk_api_js},
  {"desk/app.js", desk_app_js, sizeof desk_app_js},
  {"desk/keys.js", desk_keys_js, sizeof desk_keys_js},
  {"desk/numbers.js", desk_numbers_js, sizeof desk_numbers_js},
  {"desk/queue.js", desk_queue_js, sizeof desk_queue_js},
  {"desk/claims.js", desk_claims_js, sizeof desk_claims_js},
  {"desk/review.js", desk_review_js, sizeof desk_review_js},
  {"desk/signing.js", desk_signing_js, sizeof desk_signing_js},
  {"desk/times.js", desk_times_js, sizeof desk_times_js},
  {"desk/verdict.js", desk_verdict_js, sizeof desk_verdict_js},
  {"desk/viewer.js", desk_viewer_js, sizeof desk_viewer_js},
  {"desk/access.js", desk_access_js, sizeof desk_access_js},
  {"desk/acts.js", desk_acts_js, sizeof desk_acts_js},
  {"desk/audit.js", desk_audit_js, sizeof desk_audit_js},
  {"desk/chart.js", desk_chart_js, sizeof desk_chart_js},
  {"desk/deliveries.js", desk_deliveries_js, sizeof desk_deliveries_js},
  {"desk/mail.js", desk_mail_js, sizeof desk_mail_js},
  {"desk/holds.js", desk_holds_js, sizeof desk_holds_js},
  {"desk/letters.js", desk_letters_js, sizeof desk_letters_js},
  {"desk/operations.js", desk_operations_js, sizeof desk_operations_js},
  {"desk/stories.js", desk_stories_js, sizeof desk_stories_js},
  {"desk/table.js", desk_table_js, sizeof desk_table_js},
  {"desk/topics.js", desk_topics_js, sizeof desk_topics_js},
  {"desk/kept.js", desk_kept_js, sizeof desk_kept_js},
  {"desk/places.js", desk_places_js, sizeof desk_places_js},
  {"desk/record.js", desk_record_js, sizeof desk_record_js},
  {"desk/stream.js", desk_stream_js, sizeof desk_stream_js},
  {"desk/tail.js", desk_tail_js, sizeof desk_tail_js},
  {"desk/journeys.js", desk_journeys_js, sizeof desk_journeys_js},
  {"desk/exports.js", desk_exports_js, sizeof desk_exports_js},
  {"desk/words/en.json", desk_words_en_json, sizeof desk_words_en_json},
  {"desk/words/de.json", desk_words_de_json, sizeof desk_words_de_json},
  {"desk/words/fr.json", desk_words_fr_json, sizeof desk_words_fr_json},
  {"desk/words/es.json", desk_words_es_json, sizeof desk_words_es_json},
  {"desk/words/ja.json", desk_words_ja_json, sizeof desk_words_ja_json},
  {"portal/portal.html", portal_portal_html, sizeof portal_portal_html},
  {"portal/portal.css", portal_portal_css, sizeof portal_portal_css},
  {"portal/app.js", portal_app_js, sizeof portal_app_js},
  {"portal/endpoints.js", portal_endpoints_js, sizeof portal_endpoints_js},
  {"portal/deliveries.js", portal_deliveries_js, sizeof portal_deliveries_js},
  {"portal/logs.js", portal_logs_js, sizeof portal_logs_js},
  {"portal/words/en.json", portal_words_en_json, sizeof portal_words_en_json},
  {"portal/words/de.json", portal_words_de_json, sizeof portal_words_de_json},
  {"portal/words/fr.json", portal_words_fr_json, sizeof portal_words_fr_json},
  {"portal/words/es.json", portal_words_es_json, sizeof portal_words_es_json},
  {"portal/words/ja.json", portal_words_ja_json, sizeof portal_words_ja_json},
};

size_t docket_page_file_count(void) { return sizeof files / sizeof files[0]; }
docket_page_file docket_page_file_at(size_t index) { return files[index]; }
