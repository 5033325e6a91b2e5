#pragma once

#include <glib-object.h>
#include <stddef.h>
#include <stdint.h>

// What is called of GMime 3, as its headers declare it. They are found by the flags of gmime-3.0.pc alone, which asks for `-pthread`,
// too: SwiftPM refuses that. Its types are never looked into.

typedef struct _GMimeStream GMimeStream;
typedef struct _GMimeStreamMem GMimeStreamMem;
typedef struct _GMimeParser GMimeParser;
typedef struct _GMimeParserOptions GMimeParserOptions;
typedef struct _GMimeObject GMimeObject;
typedef struct _GMimeMessage GMimeMessage;
typedef struct _GMimeMessagePart GMimeMessagePart;
typedef struct _GMimeMultipart GMimeMultipart;
typedef struct _GMimePart GMimePart;
typedef struct _GMimeContentType GMimeContentType;
typedef struct _GMimeDataWrapper GMimeDataWrapper;
typedef struct _GMimeHeader GMimeHeader;
typedef struct _GMimeHeaderList GMimeHeaderList;
typedef struct _InternetAddress InternetAddress;
typedef struct _InternetAddressList InternetAddressList;
typedef struct _InternetAddressMailbox InternetAddressMailbox;

void g_mime_init(void);
extern const guint gmime_major_version, gmime_minor_version, gmime_micro_version;

GMimeStream *g_mime_stream_mem_new(void);
GMimeStream *g_mime_stream_mem_new_with_buffer(const char *buffer, size_t len);
GByteArray *g_mime_stream_mem_get_byte_array(GMimeStreamMem *mem);

GMimeParser *g_mime_parser_new_with_stream(GMimeStream *stream);
GMimeMessage *g_mime_parser_construct_message(GMimeParser *parser, GMimeParserOptions *options);

GMimeObject *g_mime_message_get_mime_part(GMimeMessage *message);
const char *g_mime_message_get_message_id(GMimeMessage *message);
GDateTime *g_mime_message_get_date(GMimeMessage *message);
InternetAddressList *g_mime_message_get_from(GMimeMessage *message);
GMimeMessage *g_mime_message_part_get_message(GMimeMessagePart *part);

GType internet_address_mailbox_get_type(void);
int internet_address_list_length(InternetAddressList *list);
InternetAddress *internet_address_list_get_address(InternetAddressList *list, int index);
const char *internet_address_mailbox_get_addr(InternetAddressMailbox *mailbox);

GMimeHeaderList *g_mime_object_get_header_list(GMimeObject *object);
int g_mime_header_list_get_count(GMimeHeaderList *headers);
GMimeHeader *g_mime_header_list_get_header_at(GMimeHeaderList *headers, int index);
const char *g_mime_header_get_name(GMimeHeader *header);
const char *g_mime_header_get_raw_value(GMimeHeader *header);

GMimeContentType *g_mime_object_get_content_type(GMimeObject *object);
const char *g_mime_object_get_disposition(GMimeObject *object);
const char *g_mime_object_get_content_id(GMimeObject *object);
const char *g_mime_content_type_get_media_type(GMimeContentType *content_type);
const char *g_mime_content_type_get_media_subtype(GMimeContentType *content_type);
const char *g_mime_content_type_get_parameter(GMimeContentType *content_type, const char *name);

GType g_mime_multipart_get_type(void);
GType g_mime_message_part_get_type(void);
GType g_mime_part_get_type(void);
int g_mime_multipart_get_count(GMimeMultipart *multipart);
GMimeObject *g_mime_multipart_get_part(GMimeMultipart *multipart, int index);
const char *g_mime_part_get_filename(GMimePart *part);
GMimeDataWrapper *g_mime_part_get_content(GMimePart *part);
ssize_t g_mime_data_wrapper_write_to_stream(GMimeDataWrapper *wrapper, GMimeStream *stream);

static inline int docket_is_multipart(GMimeObject *object) {
    return G_TYPE_CHECK_INSTANCE_TYPE(object, g_mime_multipart_get_type());
}
static inline int docket_is_message(GMimeObject *object) {
    return G_TYPE_CHECK_INSTANCE_TYPE(object, g_mime_message_part_get_type());
}
static inline int docket_is_part(GMimeObject *object) { return G_TYPE_CHECK_INSTANCE_TYPE(object, g_mime_part_get_type()); }
static inline int docket_is_mailbox(InternetAddress *address) {
    return G_TYPE_CHECK_INSTANCE_TYPE(address, internet_address_mailbox_get_type());
}
