#ifndef SHOWROOM_CARCHIVE_H
#define SHOWROOM_CARCHIVE_H
#include <archive.h>
#include <archive_entry.h>
#endif
