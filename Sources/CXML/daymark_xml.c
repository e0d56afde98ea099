#include "daymark_xml.h"
