/* Libraries that are opened when first needed, because linking them would load dozens of libraries at each launch.
 * All functions except the cn_open functions, the checksums and cn_rename_new require that the library is open. */
#ifndef SHOWROOM_CLIBRARIES_H
#define SHOWROOM_CLIBRARIES_H

#include "CLArchive.h"
#include "CLChecksum.h"
#include "CLCrypto.h"
#include "CLCurl.h"
#include "CLFiles.h"

#endif
