#define _GNU_SOURCE
#include "clode_gtk_test_hook.h"
#include <dlfcn.h>
#include <stdlib.h>
#include "clode_gtk.h"

// Swift Testing's runner has an asynchronous entry point: it ends in swift_task_asyncMainDrainQueue, which
// on Linux hands the main actor to a thread of the pool. The concurrency runtime exports a hook that
// replaces it; a runtime without the hook leaves the tests unable to run, and they say so.
typedef __attribute__((swiftcall)) void (*DrainOriginal)(void);
typedef __attribute__((swiftcall)) void (*DrainOverride)(DrainOriginal);
typedef __attribute__((swiftcall)) void (*DrainHook)(DrainOriginal, DrainOverride);

static bool is_installed = false;

static __attribute__((swiftcall)) void run_glib(DrainOriginal original, DrainOverride replacement) {
  (void)original;
  (void)replacement;
  lode_main_queue_attach();
  // The runner calls exit() when it is done.
  g_main_loop_run(g_main_loop_new(NULL, FALSE));
  abort();
}

__attribute__((constructor)) static void install(void) {
  DrainHook *hook = dlsym(RTLD_DEFAULT, "swift_task_asyncMainDrainQueue_hook");
  if (hook == NULL) return;
  *hook = run_glib;
  is_installed = true;
}

bool lode_test_hook_is_installed(void) { return is_installed; }
