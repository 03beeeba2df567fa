#include "requests.h"
#include "entropy.h"
#include "events.h"
#include "line.h"
#include "tower.h"
#include <string.h>

static const char *tag;                 /* of the request being answered, two characters */
static char *arguments;

/* ---- reading ---- */

static bool argument(const char *key, char *value, uint8_t size)
{
	uint8_t key_length = (uint8_t)strlen(key);
	for (const char *at = arguments; (at = strchr(at, ' ')); ) {
		at++;
		if (strncmp(at, key, key_length) != 0 || at[key_length] != '=') continue;
		at += key_length + 1;
		uint8_t n = 0;
		while (*at && *at != ' ' && n < size - 1) value[n++] = *at++;
		value[n] = 0;
		return n && (!*at || *at == ' ');       /* cut off is as bad as absent */
	}
	return false;
}

static bool number(const char *key, uint16_t *value)
{
	char text[6];
	uint32_t sum = 0;
	if (!argument(key, text, sizeof text)) return false;
	for (const char *c = text; *c; c++) {
		if (*c < '0' || *c > '9') return false;
		sum = sum * 10 + (uint32_t)(*c - '0');
	}
	*value = (uint16_t)sum;
	return sum <= 65535;
}

static bool hex16(const char *key, uint16_t *value)
{
	char text[5];
	*value = 0;
	if (!argument(key, text, sizeof text) || strlen(text) != 4) return false;
	for (const char *c = text; *c; c++) {
		if (*c >= '0' && *c <= '9') *value = (uint16_t)(*value << 4 | (*c - '0'));
		else if (*c >= 'A' && *c <= 'F') *value = (uint16_t)(*value << 4 | (*c - 'A' + 10));
		else return false;
	}
	return true;
}

static bool id_argument(char id[ID_MAX + 1])
{
	if (!argument("id", id, ID_MAX + 1) || id[0] == 'T') return false;
	for (const char *c = id; *c; c++) {
		bool letter = (*c >= 'A' && *c <= 'Z') || (*c >= 'a' && *c <= 'z');
		if (!letter && !(*c >= '0' && *c <= '9') && *c != '.' && *c != '-') return false;
	}
	return true;
}

/* ---- answering ---- */

static void reply(void)
{
	say_begin('@');
	say_char(tag[0]);
	say_char(tag[1]);
	say_char(' ');
}

static void error_P(const char *code_P)
{
	reply();
	say_P(PSTR("ERR code="));
	say_P(code_P);
	say_end();
}

static void ok(void)
{
	reply();
	say_P(PSTR("OK"));
	say_end();
}

static void reply_result(const struct record *record)
{
	reply();
	if (record->id[0] == 'T') say_P(PSTR("RES"));
	record_say(record, true);
	say_end();
}

static void reply_about(const char *id)
{
	struct record record;
	if (tower_rolling(id)) {
		reply();
		tower_say_progress();
		say_end();
	} else if (journal_find(id, &record)) {
		reply_result(&record);
	} else {
		reply();
		say_P(PSTR("UNK id="));
		say(id);
		say_end();
	}
}

/* ---- the requests ---- */

static void hello(void)
{
	reply();
	say_P(PSTR("TOWER proto=1 fw=" FIRMWARE_VERSION " hw=atmega328p uid="));
	uint32_t uid = journal_uid();
	for (int8_t shift = 24; shift >= 0; shift -= 8) say_hex8((uint8_t)(uid >> shift));
	say_P(PSTR(" boot="));
	say_number(journal_boot());
	say_P(PSTR(" bays="));
	say_number(BOARD_BAYS);
	say_P(PSTR(" max="));
	say_number(DICE_MAX);
	say_P(PSTR(" mode="));
	say_char(settings.mode);
	say_P(PSTR(" caps=gen,read,button,light,journal"));
	say_end();
}

static void stat(void)
{
	reply();
	say_P(PSTR("STAT rx="));
	say_number(line_counters.good);
	say_P(PSTR(" crc="));
	say_number(line_counters.bad_crc);
	say_P(PSTR(" bad="));
	say_number(line_counters.bad_line);
	say_P(PSTR(" over="));
	say_number(line_counters.too_long);
	say_P(PSTR(" evlost="));
	say_number(events_lost);
	say_P(PSTR(" entropy="));
	say_P(entropy_healthy() ? PSTR("ok") : PSTR("bad"));
	say_P(PSTR(" rolls="));
	say_number(journal_next_number() - 1);
	say_end();
}

static void ping(void)
{
	reply();
	say_P(PSTR("PONG up="));
	say_number(board_millis());
	say_P(PSTR(" st="));
	tower_say_state();
	say_end();
}

static void busy(void)
{
	reply();
	say_P(PSTR("ERR code=busy id="));
	say(tower_roll_id());
	say_end();
}

static void roll(void)
{
	struct record known;
	char id[ID_MAX + 1], wanted_mode[2];
	uint16_t dice;
	if (!id_argument(id)) { error_P(PSTR("arg k=id")); return; }
	if (!number("n", &dice) || dice < 1 || dice > DICE_MAX) { error_P(PSTR("arg k=n")); return; }
	if (!tower_rolling(id)) {
		if (journal_find(id, &known)) {
			if (known.dice != dice) error_P(PSTR("idused"));
			else reply_result(&known);
			return;
		}
		if (tower_state() != IDLE) { busy(); return; }
		if (argument("m", wanted_mode, sizeof wanted_mode) && wanted_mode[0] != settings.mode) {
			error_P(PSTR("mode"));
			return;
		}
		if (settings.mode == 'g' && !entropy_healthy()) { error_P(PSTR("entropy")); return; }
		tower_start(id, (uint8_t)dice);
	}
	reply_about(id);
}

static void last(void)
{
	struct record record;
	if (tower_state() == IDLE && journal_last(&record)) {
		reply_result(&record);
		return;
	}
	reply();
	say_P(PSTR("UNK id=-"));
	say_end();
}

static void decide(char what)
{
	char id[ID_MAX + 1];
	uint16_t attempt = 0;
	if (!id_argument(id)) { error_P(PSTR("arg k=id")); return; }
	if (what != 'e' && (!number("try", &attempt) || attempt > 255)) { error_P(PSTR("arg k=try")); return; }
	if (tower_rolling(id) && tower_state() != TUMBLE) {
		if (what == 'r') tower_reread((uint8_t)attempt);
		else if (what == 'a') tower_again((uint8_t)attempt);
		else tower_end();
	}
	reply_about(id);
}

static void mode(void)
{
	char value[2];
	if (!argument("m", value, sizeof value) || (value[0] != 'g' && value[0] != 'r')) { error_P(PSTR("arg k=m")); return; }
	if (tower_state() != IDLE && value[0] != settings.mode) { busy(); return; }
	settings.mode = value[0];
	ok();
}

static void set(void)
{
	uint16_t value;
	if (number("hb", &value)) settings.heartbeat_ms = value;
	else if (number("tumble", &value) && value <= 5000) settings.tumble_ms = value;
	else if (number("wait", &value) && value >= 1) settings.patience_s = value;
	else { error_P(PSTR("arg")); return; }
	ok();
}

static void light(void)
{
	uint16_t key, value;
	if (!number("k", &key) || key != 1) { error_P(PSTR("arg k=k")); return; }
	if (!number("v", &value) || value > 2) { error_P(PSTR("arg k=v")); return; }
	settings.light = (uint8_t)value;
	ok();
}

static bool verb_is(const char *verb_P)
{
	const char *at = arguments;
	char c;
	while ((c = (char)pgm_read_byte(verb_P++)))
		if (*at++ != c) return false;
	return *at == 0 || *at == ' ';
}

void request(char *body)
{
	char id[ID_MAX + 1];
	uint16_t event;
	if (strlen(body) < 4 || body[2] != ' ') {
		line_counters.bad_line++;
		return;
	}
	events_host_is_here();
	tag = body;
	arguments = body + 3;
	if (verb_is(PSTR("ACK"))) {
		if (hex16("ev", &event)) event_acknowledge(event);
	}
	else if (verb_is(PSTR("HELLO"))) hello();
	else if (verb_is(PSTR("PING"))) ping();
	else if (verb_is(PSTR("STAT"))) stat();
	else if (verb_is(PSTR("ROLL"))) roll();
	else if (verb_is(PSTR("GET"))) {
		if (id_argument(id)) reply_about(id);
		else error_P(PSTR("arg k=id"));
	}
	else if (verb_is(PSTR("LAST"))) last();
	else if (verb_is(PSTR("READ"))) decide('r');
	else if (verb_is(PSTR("AGAIN"))) decide('a');
	else if (verb_is(PSTR("END"))) decide('e');
	else if (verb_is(PSTR("MODE"))) mode();
	else if (verb_is(PSTR("SET"))) set();
	else if (verb_is(PSTR("LIGHT"))) light();
	else error_P(PSTR("verb"));
}
