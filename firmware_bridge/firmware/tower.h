/* The tower itself: rolls, drops, button. PROTOCOL.md describes what they mean. */
#ifndef TOWER_H
#define TOWER_H
#include "journal.h"

enum state { IDLE, TUMBLE, EMPTY, WAIT, SETTLE, HELD };
struct settings { char mode; uint16_t heartbeat_ms, tumble_ms, patience_s; uint8_t light; };
extern struct settings settings;

void tower_begin(void);
void tower_poll(void);

enum state tower_state(void);
bool tower_rolling(const char *id);             /* this id is in the works */
const char *tower_roll_id(void);
void tower_start(const char *id, uint8_t dice);
void tower_reread(uint8_t attempt);
void tower_again(uint8_t attempt);
void tower_end(void);
void tower_say_state(void);
void tower_say_progress(void);                  /* PEND or HELD with its fields, of the roll in the works */
#endif
