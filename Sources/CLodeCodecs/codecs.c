#include "clode_codecs.h"
