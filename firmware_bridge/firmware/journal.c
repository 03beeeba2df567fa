#include "journal.h"
#include "entropy.h"
#include "line.h"
#include <stddef.h>
#include <string.h>

/* Entries are only ever appended, in a ring: a power cut in the middle of one damages nothing older. */
#define AT_BOOT 0
#define AT_UID  4                       /* 4 bytes and their CRC */
#define AT_KEY  16
#define AT_RING 64
#define SLOTS   18
#define SLOT    52

static struct record newest;
static bool     have_newest;
static uint8_t  next_slot;
static uint16_t boot;
static uint32_t uid;

static uint16_t record_crc(const struct record *record)
{
	uint16_t crc = 0xFFFF;
	const uint8_t *bytes = (const uint8_t *)record;
	for (uint8_t i = 0; i < offsetof(struct record, crc); i++) crc = crc16(crc, bytes[i]);
	return crc;
}

static void load(uint16_t address, void *to, uint8_t size)
{
	for (uint8_t i = 0; i < size; i++) ((uint8_t *)to)[i] = board_store_read((uint16_t)(address + i));
}

static void store(uint16_t address, const void *from, uint8_t size)
{
	for (uint8_t i = 0; i < size; i++) board_store_write((uint16_t)(address + i), ((const uint8_t *)from)[i]);
}

static bool load_slot(uint8_t slot, struct record *record)
{
	load((uint16_t)(AT_RING + slot * SLOT), record, sizeof *record);
	return record_crc(record) == record->crc && record->id[ID_MAX] == 0 && record->dice <= DICE_MAX;
}

void journal_open(void)
{
	struct record record;
	load(AT_BOOT, &boot, sizeof boot);
	if (++boot == 0) boot = 1;
	store(AT_BOOT, &boot, sizeof boot);
	have_newest = false;
	for (uint8_t slot = 0; slot < SLOTS; slot++) {
		if (!load_slot(slot, &record)) continue;
		if (have_newest && record.sequence < newest.sequence) continue;
		newest = record;
		have_newest = true;
		next_slot = (uint8_t)((slot + 1) % SLOTS);
	}
	if (have_newest && newest.outcome == OUT_OPEN) {        /* dice may have fallen while the power went */
		record = newest;
		record.outcome = OUT_CUT;
		journal_append(&record);
	}
}

void journal_append(struct record *record)
{
	record->sequence = have_newest ? newest.sequence + 1 : 1;
	record->crc = record_crc(record);
	store((uint16_t)(AT_RING + next_slot * SLOT), record, sizeof *record);
	next_slot = (uint8_t)((next_slot + 1) % SLOTS);
	newest = *record;
	have_newest = true;
}

bool journal_find(const char *id, struct record *found)
{
	struct record record;
	bool any = false;
	for (uint8_t slot = 0; slot < SLOTS; slot++) {
		if (!load_slot(slot, &record) || strcmp(record.id, id) != 0) continue;
		if (any && record.sequence < found->sequence) continue;
		*found = record;
		any = true;
	}
	return any;
}

bool journal_last(struct record *found)
{
	if (have_newest) *found = newest;
	return have_newest;
}

uint32_t journal_next_number(void) { return have_newest ? newest.number + 1 : 1; }
uint16_t journal_boot(void) { return boot; }
uint32_t journal_uid(void) { return uid; }

void journal_key_load(uint8_t key[32]) { load(AT_KEY, key, 32); }

static uint16_t uid_crc(void)
{
	uint16_t crc = 0xFFFF;
	for (uint8_t i = 0; i < 4; i++) crc = crc16(crc, (uint8_t)(uid >> (8 * i)));
	return crc;
}

void journal_key_store(void)
{
	uint16_t crc;
	for (uint8_t i = 0; i < 32; i++) board_store_write((uint16_t)(AT_KEY + i), entropy_byte());
	load(AT_UID, &uid, sizeof uid);
	load(AT_UID + 4, &crc, sizeof crc);
	if (crc == uid_crc()) return;
	uid = 0;
	for (uint8_t i = 0; i < 4; i++) uid = uid << 8 | entropy_byte();
	crc = uid_crc();
	store(AT_UID, &uid, sizeof uid);
	store(AT_UID + 4, &crc, sizeof crc);
}

void record_face_set(struct record *record, uint8_t die, uint8_t face)
{
	uint8_t *pair = &record->faces[die / 2];
	*pair = die & 1 ? (uint8_t)((*pair & 0x0F) | face << 4) : (uint8_t)((*pair & 0xF0) | face);
}

uint8_t record_face(const struct record *record, uint8_t die)
{
	uint8_t face = die & 1 ? record->faces[die / 2] >> 4 : record->faces[die / 2] & 15;
	return face <= 6 ? face : 0;
}

void record_say_outcome(char outcome)
{
	say_P(PSTR(" out="));
	switch (outcome) {
	case OUT_OK: say_P(PSTR("ok")); break;
	case OUT_COCKED: say_P(PSTR("cocked")); break;
	case OUT_FEW: say_P(PSTR("few")); break;
	case OUT_MANY: say_P(PSTR("many")); break;
	case OUT_TIMEOUT: say_P(PSTR("timeout")); break;
	case OUT_JAM: say_P(PSTR("jam")); break;
	default: say_P(PSTR("cut"));
	}
}

void record_say(const struct record *record, bool replay)
{
	if (record->id[0] != 'T') say_P(PSTR("RES"));
	say_P(PSTR(" id="));
	say(record->id);
	say_P(PSTR(" src="));
	say_char(record->source);
	record_say_outcome(record->outcome);
	say_P(PSTR(" faces="));
	for (uint8_t i = 0; i < record->dice; i++) {
		uint8_t face = record_face(record, i);
		say_char(face ? (char)('0' + face) : '?');
	}
	say_P(PSTR(" no="));
	say_number(record->number);
	if (replay) say_P(PSTR(" replay=1"));
}
