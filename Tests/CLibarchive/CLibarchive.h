#ifndef SHOWROOM_CLIBARCHIVE_H
#define SHOWROOM_CLIBARCHIVE_H
#include <archive.h>
#include <archive_entry.h>
#endif
