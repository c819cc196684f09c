#define _GNU_SOURCE
#include "clode_curl.h"
#include <sys/mman.h>

CURLcode clode_easy_set_long(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}

CURLcode clode_easy_set_string(CURL *easy, CURLoption option, const char *value) {
  return curl_easy_setopt(easy, option, value);
}

CURLcode clode_easy_set_pointer(CURL *easy, CURLoption option, void *value) {
  return curl_easy_setopt(easy, option, value);
}

CURLcode clode_easy_get_long(CURL *easy, CURLINFO info, long *value) {
  return curl_easy_getinfo(easy, info, value);
}

CURLMcode clode_multi_set_long(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

CURLcode clode_easy_on_header(CURL *easy, clode_data_callback callback, void *context) {
  CURLcode code = curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, callback);
  return code ? code : curl_easy_setopt(easy, CURLOPT_HEADERDATA, context);
}

CURLcode clode_easy_on_body(CURL *easy, clode_data_callback callback, void *context) {
  CURLcode code = curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, callback);
  return code ? code : curl_easy_setopt(easy, CURLOPT_WRITEDATA, context);
}

CURLcode clode_easy_on_socket(CURL *easy, clode_socket_callback callback, void *context) {
  CURLcode code = curl_easy_setopt(easy, CURLOPT_SOCKOPTFUNCTION, callback);
  return code ? code : curl_easy_setopt(easy, CURLOPT_SOCKOPTDATA, context);
}

CURLcode clode_easy_on_request(CURL *easy, clode_request_callback callback, void *context) {
  CURLcode code = curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, callback);
  return code ? code : curl_easy_setopt(easy, CURLOPT_PREREQDATA, context);
}

const char *clode_default_trust_store(void) {
  return curl_version_info(CURLVERSION_NOW)->cainfo;
}

int clode_open_memory_file(const char *name) {
  return memfd_create(name, MFD_CLOEXEC);
}
