/* Libraries that are opened when they are first needed, because linking them would load dozens of libraries at every start. All
 * functions but those that open a library require that it has been opened. */
#ifndef SHOWROOM_CLIBRARIES_H
#define SHOWROOM_CLIBRARIES_H

#include "CLArchive.h"
#include "CLCrypto.h"
#include "CLCurl.h"

#endif
