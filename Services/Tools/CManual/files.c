// The manual, for `docket help`. `#embed` is C23's; clang knows it in every mode, and rebuilds this when one of the pages changes.
#pragma clang diagnostic ignored "-Wc23-extensions"

#include "CManual.h"

static const unsigned char api[] = {
#embed "../../../deploy/manual/api.md"
};
static const unsigned char apps[] = {
#embed "../../../deploy/manual/apps.md"
};
static const unsigned char architecture[] = {
#embed "../../../deploy/manual/architecture.md"
};
static const unsigned char callouts[] = {
#embed "../../../deploy/manual/callouts.md"
};
static const unsigned char component[] = {
#embed "../../../deploy/manual/component.md"
};
static const unsigned char configuration[] = {
#embed "../../../deploy/manual/configuration.md"
};
static const unsigned char deploying[] = {
#embed "../../../deploy/manual/deploying.md"
};
static const unsigned char desk[] = {
#embed "../../../deploy/manual/desk.md"
};
static const unsigned char encryption[] = {
#embed "../../../deploy/manual/encryption.md"
};
static const unsigned char evidence[] = {
#embed "../../../deploy/manual/evidence.md"
};
static const unsigned char exit_codes[] = {
#embed "../../../deploy/manual/exit-codes.md"
};
static const unsigned char fairness[] = {
#embed "../../../deploy/manual/fairness.md"
};
static const unsigned char formats[] = {
#embed "../../../deploy/manual/formats.md"
};
static const unsigned char journeys[] = {
#embed "../../../deploy/manual/journeys.md"
};
static const unsigned char load_testing[] = {
#embed "../../../deploy/manual/load-testing.md"
};
static const unsigned char mail_in[] = {
#embed "../../../deploy/manual/mail-in.md"
};
static const unsigned char numbers[] = {
#embed "../../../deploy/manual/numbers.md"
};
static const unsigned char operating[] = {
#embed "../../../deploy/manual/operating.md"
};
static const unsigned char portal[] = {
#embed "../../../deploy/manual/portal.md"
};
static const unsigned char privacy[] = {
#embed "../../../deploy/manual/privacy.md"
};
static const unsigned char python[] = {
#embed "../../../deploy/manual/python.md"
};
static const unsigned char quotas[] = {
#embed "../../../deploy/manual/quotas.md"
};
static const unsigned char reading[] = {
#embed "../../../deploy/manual/reading.md"
};
static const unsigned char results[] = {
#embed "../../../deploy/manual/results.md"
};
static const unsigned char review[] = {
#embed "../../../deploy/manual/review.md"
};
static const unsigned char s3[] = {
#embed "../../../deploy/manual/s3.md"
};
static const unsigned char sandbox[] = {
#embed "../../../deploy/manual/sandbox.md"
};
static const unsigned char scale[] = {
#embed "../../../deploy/manual/scale.md"
};
static const unsigned char scanners[] = {
#embed "../../../deploy/manual/scanners.md"
};
static const unsigned char security[] = {
#embed "../../../deploy/manual/security.md"
};
static const unsigned char typescript[] = {
#embed "../../../deploy/manual/typescript.md"
};
static const unsigned char uploads[] = {
#embed "../../../deploy/manual/uploads.md"
};
static const unsigned char usage[] = {
#embed "../../../deploy/manual/usage.md"
};
static const unsigned char web_page[] = {
#embed "../../../deploy/manual/web-page.md"
};
static const unsigned char webhooks[] = {
#embed "../../../deploy/manual/webhooks.md"
};
static const unsigned char wording[] = {
#embed "../../../deploy/manual/wording.md"
};

static const docket_manual_page pages[] = {
  {"api", api, sizeof api},
  {"apps", apps, sizeof apps},
  {"architecture", architecture, sizeof architecture},
  {"callouts", callouts, sizeof callouts},
  {"component", component, sizeof component},
  {"configuration", configuration, sizeof configuration},
  {"deploying", deploying, sizeof deploying},
  {"desk", desk, sizeof desk},
  {"encryption", encryption, sizeof encryption},
  {"evidence", evidence, sizeof evidence},
  {"exit-codes", exit_codes, sizeof exit_codes},
  {"fairness", fairness, sizeof fairness},
  {"formats", formats, sizeof formats},
  {"journeys", journeys, sizeof journeys},
  {"load-testing", load_testing, sizeof load_testing},
  {"mail-in", mail_in, sizeof mail_in},
  {"numbers", numbers, sizeof numbers},
  {"operating", operating, sizeof operating},
  {"portal", portal, sizeof portal},
  {"privacy", privacy, sizeof privacy},
  {"python", python, sizeof python},
  {"quotas", quotas, sizeof quotas},
  {"reading", reading, sizeof reading},
  {"results", results, sizeof results},
  {"review", review, sizeof review},
  {"s3", s3, sizeof s3},
  {"sandbox", sandbox, sizeof sandbox},
  {"scale", scale, sizeof scale},
  {"scanners", scanners, sizeof scanners},
  {"security", security, sizeof security},
  {"typescript", typescript, sizeof typescript},
  {"uploads", uploads, sizeof uploads},
  {"usage", usage, sizeof usage},
  {"web-page", web_page, sizeof web_page},
  {"webhooks", webhooks, sizeof webhooks},
  {"wording", wording, sizeof wording},
};

size_t docket_manual_page_count(void) { return sizeof pages / sizeof pages[0]; }
docket_manual_page docket_manual_page_at(size_t index) { return pages[index]; }
