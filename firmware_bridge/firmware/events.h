/* Events: told until the host acknowledges them (PROTOCOL.md, "Events"). */
#ifndef EVENTS_H
#define EVENTS_H
#include "journal.h"

enum { ON_RESULT = 'R', ON_DROP = 'D', ON_PROGRESS = 'P', ON_BUTTON = 'B', ON_BOOT = 'O' };
enum { BUTTON_UP, BUTTON_DOWN, BUTTON_HOLD };

/* `say_progress` says how far the roll in the works is, whenever such an event is told. */
void events_begin(void (*say_progress)(void));
void event_push(char kind, uint8_t detail, const struct record *record);
void event_acknowledge(uint16_t number);
void events_resend(void);
void events_host_is_here(void);
extern uint8_t events_lost;
#endif
