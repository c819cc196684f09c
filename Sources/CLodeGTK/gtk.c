#include "clode_gtk.h"
