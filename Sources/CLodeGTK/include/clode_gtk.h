#ifndef CLODE_GTK_H
#define CLODE_GTK_H
#include "../../CGTK4/shim.h"
#endif
