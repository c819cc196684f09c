#ifndef CLODE_CURL_H
#define CLODE_CURL_H
#include "../../CCurl/shim.h"
#endif
