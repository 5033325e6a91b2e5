#pragma once

#include <curl/curl.h>

// curl_easy_setopt, curl_easy_getinfo and curl_multi_setopt are variadic, which Swift cannot call: one wrapper for each
// type that their options take.

static inline CURLcode docket_easy_set_long(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode docket_easy_set_offset(CURL *easy, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode docket_easy_set_text(CURL *easy, CURLoption option, const char *value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode docket_easy_set_pointer(CURL *easy, CURLoption option, const void *value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode docket_easy_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode docket_easy_on_body(CURL *easy, curl_write_callback callback, void *context) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_WRITEDATA, context);
    return code ? code : curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, callback);
}

static inline CURLcode docket_easy_on_header(CURL *easy, curl_write_callback callback, void *context) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_HEADERDATA, context);
    return code ? code : curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, callback);
}

static inline CURLcode docket_easy_on_read(
    CURL *easy, curl_read_callback read, curl_seek_callback seek, void *context) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_READDATA, context);
    if (!code) code = curl_easy_setopt(easy, CURLOPT_READFUNCTION, read);
    if (!code) code = curl_easy_setopt(easy, CURLOPT_SEEKDATA, context);
    return code ? code : curl_easy_setopt(easy, CURLOPT_SEEKFUNCTION, seek);
}

static inline CURLcode docket_easy_on_progress(CURL *easy, curl_xferinfo_callback callback, void *context) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_XFERINFODATA, context);
    if (!code) code = curl_easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, callback);
    return code ? code : curl_easy_setopt(easy, CURLOPT_NOPROGRESS, 0L);
}

static inline CURLcode docket_easy_on_open_socket(CURL *easy, curl_opensocket_callback callback, void *context) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, context);
    return code ? code : curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, callback);
}

static inline CURLcode docket_easy_get_long(CURL *easy, CURLINFO info, long *value) {
    return curl_easy_getinfo(easy, info, value);
}

static inline CURLcode docket_easy_get_text(CURL *easy, CURLINFO info, const char **value) {
    return curl_easy_getinfo(easy, info, value);
}

static inline CURLMcode docket_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

static inline CURLMcode docket_multi_on_socket(CURLM *multi, curl_socket_callback callback, void *context) {
    CURLMcode code = curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, context);
    return code ? code : curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, callback);
}

static inline CURLMcode docket_multi_on_timer(CURLM *multi, curl_multi_timer_callback callback, void *context) {
    CURLMcode code = curl_multi_setopt(multi, CURLMOPT_TIMERDATA, context);
    return code ? code : curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, callback);
}

// The macro's value is a cast that Swift does not import.
static inline CURLcode docket_global_init(void) { return curl_global_init(CURL_GLOBAL_ALL); }
