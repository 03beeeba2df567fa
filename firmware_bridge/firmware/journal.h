/* Results, written before they are sent: a reset or a lost line can never buy a second throw of the same id. */
#ifndef JOURNAL_H
#define JOURNAL_H
#include "board.h"

#define ID_MAX 11
#define DICE_MAX 48

enum outcome {
	OUT_OPEN = 'o', OUT_OK = 'k', OUT_COCKED = 'c', OUT_FEW = 'f', OUT_MANY = 'm', OUT_TIMEOUT = 't', OUT_JAM = 'j',
	OUT_CUT = 'x'
};

/* Ordered so that no compiler needs padding before crc: the checksum runs over the bytes as they lie. */
struct record {
	char     id[ID_MAX + 1];
	uint8_t  dice;                  /* asked for */
	uint8_t  done;                  /* faces known, of the drops that are finished */
	char     source;                /* g made, r read */
	char     outcome;
	uint8_t  faces[DICE_MAX / 2];   /* two a byte; 0 where there is no readable face */
	uint32_t number;                /* of the roll, in the tower's life */
	uint32_t sequence;              /* of the entry */
	uint16_t crc;
};

void     journal_open(void);
void     journal_append(struct record *record);
bool     journal_find(const char *id, struct record *found);
bool     journal_last(struct record *found);
uint32_t journal_next_number(void);
uint16_t journal_boot(void);            /* counted from 1 */
uint32_t journal_uid(void);
void     journal_key_load(uint8_t key[32]);
void     journal_key_store(void);       /* a fresh key, and the tower's uid if it has none yet */

void     record_face_set(struct record *record, uint8_t die, uint8_t face);
uint8_t  record_face(const struct record *record, uint8_t die);
void     record_say(const struct record *record, bool replay);  /* RES with its fields; without RES for a drop */
void     record_say_outcome(char outcome);
#endif
