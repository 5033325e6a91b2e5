// `#embed` is C23's; clang knows it in every mode, and rebuilds this when one of the files changes.
#pragma clang diagnostic ignored "-Wc23-extensions"

#include "CSchema.h"

// A new migration is one more line here. What a file may say stands in Migration+Parsing.swift.
static const char texts[] = {
#embed "sql/0022-baseline.sql" suffix(, 0, )
#embed "sql/0023-quotas.sql" suffix(, 0, )
#embed "sql/0024-dead-letters-of-events.sql" suffix(, 0, )
#embed "sql/0025-sweeps.sql" suffix(, 0, )
#embed "sql/0026-event-eras.sql" suffix(, 0, )
#embed "sql/0027-first-looks.sql" suffix(, 0, )
#embed "sql/0028-crops.sql" suffix(, 0, )
#embed "sql/0029-stage-outages.sql" suffix(, 0, )
#embed "sql/0030-list-of-dead-letters.sql" suffix(, 0, )
#embed "sql/0031-expiry-and-expected.sql" suffix(, 0, )
#embed "sql/0032-readings.sql" suffix(, 0, )
#embed "sql/0033-suggestions.sql" suffix(, 0, )
#embed "sql/0034-desk-sessions.sql" suffix(, 0, )
#embed "sql/0035-reviews.sql" suffix(, 0, )
#embed "sql/0036-page-news.sql" suffix(, 0, )
#embed "sql/0037-custody.sql" suffix(, 0, )
#embed "sql/0038-keys-of-submissions.sql" suffix(, 0, )
#embed "sql/0039-callouts.sql" suffix(, 0, )
#embed "sql/0040-sealed-keys-of-webhooks.sql" suffix(, 0, )
#embed "sql/0041-no-sandbox-of-before.sql" suffix(, 0, )
#embed "sql/0042-sandboxes.sql" suffix(, 0, )
#embed "sql/0043-certificates-of-erasure.sql" suffix(, 0, )
#embed "sql/0044-time-stamps-of-heads.sql" suffix(, 0, )
#embed "sql/0045-wishes-of-endpoints.sql" suffix(, 0, )
#embed "sql/0046-mail.sql" suffix(, 0, )
#embed "sql/0047-portal.sql" suffix(, 0, )
#embed "sql/0048-work-items-in-order.sql" suffix(, 0, )
#embed "sql/0049-indexes-of-the-portal.sql" suffix(, 0, )
#embed "sql/0050-turns-of-tenants.sql" suffix(, 0, )
#embed "sql/0051-rounds-of-reconciling.sql" suffix(, 0, )
#embed "sql/0052-usage.sql" suffix(, 0, )
#embed "sql/0053-reading-time.sql" suffix(, 0, )
#embed "sql/0054-files-of-before.sql" suffix(, 0, )
#embed "sql/0055-heads-to-endpoints.sql" suffix(, 0, )
#embed "sql/0056-sealed-readings.sql" suffix(, 0, )
#embed "sql/0057-sealed-persons.sql" suffix(, 0, )
#embed "sql/0058-index-of-email-codes.sql" suffix(, 0, )
#embed "sql/0059-sealed-names.sql" suffix(, 0, )
#embed "sql/0060-indexes-of-sealed-names.sql" suffix(, 0, )
#embed "sql/0061-sealed-words.sql" suffix(, 0, )
#embed "sql/0062-sealed-findings.sql" suffix(, 0, )
#embed "sql/0063-sealed-senders.sql" suffix(, 0, )
#embed "sql/0064-index-of-addresses-without-codes.sql" suffix(, 0, )
#embed "sql/0065-sealed-signers.sql" suffix(, 0, )
#embed "sql/0066-alike-pages.sql" suffix(, 0, )
#embed "sql/0067-salts-beside-keys.sql" suffix(, 0, )
#embed "sql/0068-sealed-holds.sql" suffix(, 0, )
#embed "sql/0069-keys-elsewhere.sql" suffix(, 0, )
};

const char *docket_schema_texts(void) { return texts; }
size_t docket_schema_texts_size(void) { return sizeof texts; }
