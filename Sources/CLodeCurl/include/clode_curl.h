#ifndef CLODE_CURL_H
#define CLODE_CURL_H

// What Swift cannot call: libcurl's functions with variable arguments, macros, memfd_create. No policy.

#include "../../CCurl/shim.h"

typedef size_t (*clode_data_callback)(char *bytes, size_t size, size_t count, void *context);
typedef int (*clode_socket_callback)(void *context, curl_socket_t socket, curlsocktype purpose);
typedef int (*clode_request_callback)(
    void *context, char *remote_address, char *local_address, int remote_port, int local_port);

CURLcode clode_easy_set_long(CURL *easy, CURLoption option, long value);
CURLcode clode_easy_set_string(CURL *easy, CURLoption option, const char *value);
CURLcode clode_easy_set_pointer(CURL *easy, CURLoption option, void *value);
CURLcode clode_easy_get_long(CURL *easy, CURLINFO info, long *value);
CURLMcode clode_multi_set_long(CURLM *multi, CURLMoption option, long value);

// Each sets a callback together with the context that it is given.
CURLcode clode_easy_on_header(CURL *easy, clode_data_callback callback, void *context);
CURLcode clode_easy_on_body(CURL *easy, clode_data_callback callback, void *context);
CURLcode clode_easy_on_socket(CURL *easy, clode_socket_callback callback, void *context);
CURLcode clode_easy_on_request(CURL *easy, clode_request_callback callback, void *context);

// The file of certificate authorities that libcurl reads by itself, or NULL.
const char *clode_default_trust_store(void);

// A file in memory without a name in the file system, closed on exec; -1 and errno on failure.
int clode_open_memory_file(const char *name);

#endif
