/* Lines in and out: sigil, body, CRC (PROTOCOL.md, "Lines"). */
#ifndef LINE_H
#define LINE_H
#include "board.h"

#define LINE_MAX 144

uint16_t crc16(uint16_t crc, uint8_t byte);

void say_begin(char sigil);
void say_char(char c);
void say(const char *text);
void say_P(const char *text);           /* text in program memory: say_P(PSTR("...")) */
void say_number(uint32_t value);
void say_hex8(uint8_t value);
void say_end(void);

struct line_counters { uint32_t good, bad_crc, bad_line, too_long; };
extern struct line_counters line_counters;

/* Feeds one received byte. Returns the request's body without sigil and CRC when a whole checked line is there;
 * it stays valid until the next call. */
char *line_feed(uint8_t byte);
#endif
