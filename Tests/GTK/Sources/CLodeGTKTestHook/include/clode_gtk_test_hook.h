#ifndef CLODE_GTK_TEST_HOOK_H
#define CLODE_GTK_TEST_HOOK_H
#include <stdbool.h>

/// Whether the runtime has the hook, so that the main actor runs on GLib's loop in this process.
bool lode_test_hook_is_installed(void);

#endif
