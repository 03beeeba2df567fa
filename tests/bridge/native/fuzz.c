/* The firmware's portable core on this computer, under the address and undefined-behaviour sanitizers: a board made of
 * random numbers, fed valid requests, damaged ones and plain noise.
 *
 *   fuzz SEED BYTES       prints "bytes B rolls R replies L"; a sanitizer report ends it otherwise
 *   fuzz faces N          prints N faces of the generator, one digit each
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "entropy.h"
#include "firmware.h"
#include "journal.h"
#include "line.h"
#include "tower.h"

static uint64_t state = 88172645463325252ull;
static uint32_t now_ms;
static uint8_t store[1024];
static unsigned long replies;
static bool calm;               /* faces mode: an honest noise source, nobody presses anything */

static uint32_t random_word(void)
{
	state ^= state << 13;
	state ^= state >> 7;
	state ^= state << 17;
	return (uint32_t)(state >> 32);
}

uint32_t board_millis(void) { return now_ms; }
void board_send(uint8_t byte) { replies += byte == '\n'; }
uint8_t board_store_read(uint16_t address) { if (address >= sizeof store) abort(); return store[address]; }
void board_store_write(uint16_t address, uint8_t value) { if (address >= sizeof store) abort(); store[address] = value; }
uint16_t board_analog(uint8_t channel)
{
	if (channel > BOARD_BAYS) abort();
	if (channel == 0) return 512 + (random_word() & 15);
	return calm ? 0 : (random_word() & 3) ? (uint16_t)(143 * (now_ms / 4096 % 8)) : (uint16_t)(random_word() % 1024);
}
uint8_t board_jitter(void) { return (uint8_t)random_word(); }
bool board_beam_broken(void) { return !calm && random_word() % 997 == 0; }
bool board_button_down(void) { return !calm && now_ms / 777 % 2; }
void board_gate(bool open) { (void)open; }
void board_led(bool on) { (void)on; }
void board_light(bool on) { (void)on; }
char board_reset_cause(void) { return "PEBW"[random_word() % 4]; }

static const char *const requests[] = {
	"HELLO v=1", "PING", "STAT", "ROLL id=a n=5", "ROLL id=b1 n=48 m=g", "ROLL id=c.2 n=7 m=r", "ROLL id=Tx n=5",
	"ROLL id=abcdefghijk n=1", "ROLL id=abcdefghijkl n=1", "ROLL id= n=1", "ROLL n=1", "ROLL id=q n=99999999",
	"GET id=a", "GET id=zz", "LAST", "READ id=c.2 try=1", "AGAIN id=c.2 try=2", "END id=c.2", "END id=a", "MODE m=r",
	"MODE m=g", "MODE m=x", "SET hb=10", "SET tumble=1", "SET wait=1", "LIGHT k=1 v=2", "LIGHT k=1 v=9", "ACK ev=0101",
	"ACK ev=01", "ACK ev=GGGG", "ROLL", "", " ", "ROLL id=d%d n=3",
};

static unsigned long feed(const char *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++) firmware_receive((uint8_t)bytes[i]);
	now_ms += random_word() % 60;
	firmware_poll();
	return n;
}

static unsigned long one_line(void)
{
	char body[200], line[220];
	unsigned which = random_word() % (sizeof requests / sizeof *requests);
	int n = snprintf(body, sizeof body, ">%02X ", random_word() & 255);
	if (random_word() % 16 == 0)            /* as a host does whose new roll is refused because of an old one */
		n += snprintf(body + n, sizeof body - (size_t)n, "END id=%s", tower_roll_id());
	else
		n += snprintf(body + n, sizeof body - (size_t)n, requests[which], random_word() % 100000);
	if (random_word() % 8 == 0)             /* a checked line of nonsense: the parser must bear it */
		for (unsigned k = 1 + random_word() % 4; k; k--) {
			char c = (char)(0x20 + random_word() % 95);
			body[1 + random_word() % (unsigned)(n - 1)] = c == '*' || c == '>' ? ' ' : c;
		}
	uint16_t crc = 0xFFFF;
	for (int i = 0; i < n; i++) crc = crc16(crc, (uint8_t)body[i]);
	n = snprintf(line, sizeof line, "%s*%04X\n", body, crc);
	if (random_word() % 4 == 0) line[random_word() % (unsigned)n] = (char)random_word();
	return feed(line, (size_t)n);
}

static unsigned long noise(void)
{
	char bytes[400];
	size_t n = 1 + random_word() % sizeof bytes;
	for (size_t i = 0; i < n; i++) bytes[i] = (char)random_word();
	return feed(bytes, n);
}

int main(int argc, char **argv)
{
	if (argc != 3) return 2;
	memset(store, 0xFF, sizeof store);
	if (!strcmp(argv[1], "faces")) {
		calm = true;
		firmware_begin();
		for (long i = 0; i < atol(argv[2]); i++) {
			if (i % 48 == 0) entropy_stir(16);
			putchar('0' + entropy_face());
		}
		return 0;
	}
	state ^= strtoull(argv[1], 0, 10) * 0x9E3779B97F4A7C15ull;
	firmware_begin();
	unsigned long bytes = 0, wanted = strtoul(argv[2], 0, 10);
	while (bytes < wanted) {
		bytes += random_word() % 10 ? one_line() : noise();
		if (random_word() % 5000 == 0) {        /* power cut; now and then with a worn memory */
			if (random_word() % 4 == 0) store[random_word() % sizeof store] = (uint8_t)random_word();
			firmware_begin();
		}
	}
	printf("bytes %lu rolls %lu replies %lu\n", bytes, (unsigned long)journal_next_number() - 1, replies);
	return 0;
}
