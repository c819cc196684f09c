#include "clode_curl.h"
