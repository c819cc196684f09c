#ifndef CLODE_CODECS_H
#define CLODE_CODECS_H
#endif
