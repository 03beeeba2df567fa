/* The tower itself: rolls, drops, button, events. PROTOCOL.md describes what they mean. */
#ifndef TOWER_H
#define TOWER_H
#include "board.h"
#include "journal.h"

#define FIRMWARE_VERSION "1.0.0"

/* what the board calls */
void tower_begin(void);
void tower_receive(uint8_t byte);
void tower_poll(void);

/* what requests do (requests.c) */
enum state { IDLE, TUMBLE, EMPTY, WAIT, SETTLE, HELD };
struct settings { char mode; uint16_t heartbeat_ms, tumble_ms, patience_s; uint8_t light; };
extern struct settings settings;

enum state tower_state(void);
bool tower_rolling(const char *id);             /* this id is in the works */
const char *tower_roll_id(void);
void tower_start(const char *id, uint8_t dice);
void tower_reread(uint8_t attempt);
void tower_again(uint8_t attempt);
void tower_end(void);
void tower_say_state(void);
void tower_say_progress(void);                  /* PEND or HELD with its fields, of the roll in the works */
void tower_say_result(const struct record *record, bool replay);
void request(char *body);

/* events (events.c) */
enum { ON_RESULT = 'R', ON_DROP = 'D', ON_PROGRESS = 'P', ON_BUTTON = 'B', ON_BOOT = 'O' };
enum { BUTTON_UP, BUTTON_DOWN, BUTTON_HOLD };
void event_push(char kind, uint8_t detail, const struct record *record);
void event_acknowledge(uint16_t number);
void events_resend(void);
void events_host_is_here(void);
extern uint8_t events_lost;
#endif
