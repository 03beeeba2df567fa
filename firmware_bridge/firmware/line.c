#include "line.h"

static uint16_t sent_crc;

/* CRC-16, polynomial 1021, most significant bit first, without a table: RAM and flash are dear here. */
uint16_t crc16(uint16_t crc, uint8_t byte)
{
	crc = (uint16_t)((crc >> 8) | (crc << 8));
	crc ^= byte;
	crc ^= (uint16_t)((crc & 0xFF) >> 4);
	crc ^= (uint16_t)(crc << 12);
	crc ^= (uint16_t)((crc & 0xFF) << 5);
	return crc;
}

static char hex_digit(uint8_t n)
{
	n &= 15;
	return (char)(n < 10 ? '0' + n : 'A' + n - 10);
}

void say_begin(char sigil)
{
	sent_crc = 0xFFFF;
	say_char(sigil);
}

void say_char(char c)
{
	board_send((uint8_t)c);
	sent_crc = crc16(sent_crc, (uint8_t)c);
}

void say(const char *text)
{
	while (*text) say_char(*text++);
}

void say_P(const char *text)
{
	char c;
	while ((c = (char)pgm_read_byte(text++))) say_char(c);
}

void say_number(uint32_t value)
{
	char digits[11];
	uint8_t i = sizeof digits - 1;
	digits[i] = 0;
	do {
		digits[--i] = (char)('0' + value % 10);
		value /= 10;
	} while (value);
	say(digits + i);
}

void say_hex8(uint8_t value)
{
	say_char(hex_digit(value >> 4));
	say_char(hex_digit(value));
}

void say_end(void)
{
	uint16_t crc = sent_crc;
	board_send('*');
	for (int8_t shift = 12; shift >= 0; shift -= 4) board_send((uint8_t)hex_digit((uint8_t)(crc >> shift)));
	board_send('\n');
}

struct line_counters line_counters;
static char buffer[LINE_MAX + 1];
static uint8_t length;
static bool skipping;
static uint32_t last_nak;

static int8_t hex_value(char c)
{
	if (c >= '0' && c <= '9') return (int8_t)(c - '0');
	if (c >= 'A' && c <= 'F') return (int8_t)(c - 'A' + 10);
	return -1;
}

static void complain(void)
{
	uint32_t now = board_millis();
	if (now - last_nak < 50) return;        /* a flood of noise must not become a flood of answers */
	last_nak = now;
	say_begin('#');
	say_P(PSTR("NAK"));
	say_end();
}

static char *checked(uint8_t n)
{
	if (n < 7 || buffer[0] != '>' || buffer[n - 5] != '*') {
		line_counters.bad_line++;
		return 0;
	}
	uint16_t wanted = 0, crc = 0xFFFF;
	for (uint8_t i = (uint8_t)(n - 4); i < n; i++) {
		int8_t value = hex_value(buffer[i]);
		if (value < 0) {
			line_counters.bad_crc++;
			complain();
			return 0;
		}
		wanted = (uint16_t)(wanted << 4 | (uint8_t)value);
	}
	for (uint8_t i = 0; i < n - 5; i++) crc = crc16(crc, (uint8_t)buffer[i]);
	if (crc != wanted) {
		line_counters.bad_crc++;
		complain();
		return 0;
	}
	buffer[n - 5] = 0;
	line_counters.good++;
	return buffer + 1;
}

char *line_feed(uint8_t byte)
{
	if (byte == '\r') return 0;
	if (byte == '\n') {
		uint8_t n = length;
		bool skipped = skipping;
		length = 0;
		skipping = false;
		if (skipped) {
			line_counters.too_long++;
			complain();
			return 0;
		}
		return n ? checked(n) : 0;
	}
	if (byte == '>') {              /* whatever came before was the end of something lost */
		length = 0;
		skipping = false;
	}
	if (byte < 0x20 || byte > 0x7E || length >= LINE_MAX) skipping = true;
	if (!skipping) buffer[length++] = (char)byte;
	return 0;
}
