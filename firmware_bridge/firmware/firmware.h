/* The firmware as a board runs it; the same for every board. */
#ifndef FIRMWARE_H
#define FIRMWARE_H
#include <stdint.h>

void firmware_begin(void);
void firmware_receive(uint8_t byte);
void firmware_poll(void);
#endif
