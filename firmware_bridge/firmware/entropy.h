/* Noise, whitened into unbiased faces (PROTOCOL.md, "Where the faces come from"). */
#ifndef ENTROPY_H
#define ENTROPY_H
#include "board.h"

void    entropy_begin(const uint8_t stored[32]);
void    entropy_sample(void);           /* one sample; called all the time */
void    entropy_stir(uint8_t samples);  /* fresh noise into the key */
uint8_t entropy_byte(void);
uint8_t entropy_face(void);             /* 1..6 */
bool    entropy_healthy(void);
#endif
