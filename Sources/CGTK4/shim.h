#ifndef CGTK4_SHIM_H
#define CGTK4_SHIM_H
// The libraries that are safe on any thread come first, as they are. GTK, GDK and GSK belong to the
// main thread: every function of theirs is imported as `@MainActor`.
#include <cairo-gobject.h>
#include <cairo.h>
#include <gdk-pixbuf/gdk-pixbuf.h>
#include <gio/gio.h>
#include <graphene.h>
#include <pango/pangocairo.h>
#if defined(__clang__)
#pragma clang attribute push(__attribute__((swift_attr("@MainActor"))), apply_to = function)
#endif
#include <gtk/gtk.h>
#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
