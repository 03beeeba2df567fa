/* What a board must supply. The rest of the firmware includes no other hardware header, so that the same files are
 * built for the ATmega328P and, with sanitizers, for the computer that tests them. */
#ifndef BOARD_H
#define BOARD_H
#include <stdbool.h>
#include <stdint.h>

#define BOARD_BAYS 5                    /* dice that the sensors can read at once */

void     board_begin(void);
void     board_watch(void);             /* from here on the watchdog ends a board that hangs */
bool     board_received(uint8_t *byte); /* the next byte from the host, if there is one */
void     board_rest(void);              /* sleeps until something has come, a millisecond at most */
uint32_t board_millis(void);
void     board_send(uint8_t byte);      /* waits until there is room */
uint8_t  board_store_read(uint16_t address);                    /* 1 KiB that survives a power cut */
void     board_store_write(uint16_t address, uint8_t value);
uint16_t board_analog(uint8_t channel); /* 0..1023; channel 0 is the noise input, 1.. are the bays */
uint8_t  board_jitter(void);            /* low byte of a counter much faster than any event */
bool     board_beam_broken(void);       /* a die is passing the chute */
bool     board_button_down(void);
void     board_gate(bool open);
void     board_led(bool on);
void     board_light(bool on);
char     board_reset_cause(void);       /* P power, E reset line, B brown-out, W watchdog */

#ifdef __AVR__
#include <avr/pgmspace.h>
#else
#define PSTR(text) (text)
#define pgm_read_byte(address) (*(const uint8_t *)(address))
#endif
#endif
