#include "tower.h"
#include "entropy.h"
#include "events.h"
#include "line.h"
#include <string.h>

#define DEBOUNCE_MS 20
#define HOLD_MS     1000
#define STILL_MS    400
#define SETTLE_LIMIT_MS 8000
#define NO_DIE  7                       /* what a bay can say besides 1..6 */
#define COCKED  0

struct settings settings = { .mode = 'g', .heartbeat_ms = 1000, .tumble_ms = 300, .patience_s = 120 };

static enum state    state;
static struct record roll;              /* in the works */
static bool          unasked;
static bool          beam_blocked;      /* since something that was no drop; a dead sensor must not keep us busy */
static uint8_t       drop, attempt;     /* of this roll; of this drop */
static char          held_because;
static uint8_t       bays[BOARD_BAYS];
static uint32_t      since, still_since;
static uint16_t      unasked_count;

enum state tower_state(void) { return state; }
bool tower_rolling(const char *id) { return state != IDLE && !unasked && strcmp(roll.id, id) == 0; }

const char *tower_roll_id(void) { return roll.id; }

static uint8_t drops_needed(void) { return (uint8_t)((roll.dice + BOARD_BAYS - 1) / BOARD_BAYS); }

static uint8_t dice_in_drop(void)
{
	uint8_t left = (uint8_t)(roll.dice - roll.done);
	return left < BOARD_BAYS ? left : BOARD_BAYS;
}

/* Face f lies at f * 143 counts, within 45; below 40 nothing lies there. */
static uint8_t read_bay(uint8_t bay)
{
	uint16_t counts = board_analog((uint8_t)(bay + 1));
	if (counts < 40) return NO_DIE;
	uint8_t face = (uint8_t)((counts + 71) / 143);
	uint16_t centre = (uint16_t)(face * 143);
	uint16_t off = counts > centre ? (uint16_t)(counts - centre) : (uint16_t)(centre - counts);
	return face >= 1 && face <= 6 && off <= 45 ? face : COCKED;
}

static bool bays_are_empty(void)
{
	for (uint8_t i = 0; i < BOARD_BAYS; i++)
		if (read_bay(i) != NO_DIE) return false;
	return true;
}

static void go(enum state next)
{
	state = next;
	since = still_since = board_millis();
	board_gate(next == WAIT);
	if (next == SETTLE) memset(bays, 0xFF, sizeof bays);
	if (next == WAIT || next == EMPTY) memset(bays, NO_DIE, sizeof bays);
}

static const char *state_P(void)
{
	switch (state) {
	case IDLE: return PSTR("idle");
	case TUMBLE: return PSTR("tumble");
	case EMPTY: return PSTR("empty");
	case WAIT: return PSTR("wait");
	case SETTLE: return PSTR("settle");
	default: return PSTR("held");
	}
}

void tower_say_state(void) { say_P(state_P()); }

void tower_say_progress(void)
{
	say_P(state == HELD ? PSTR("HELD id=") : PSTR("PEND id="));
	say(roll.id);
	if (state != HELD) {
		say_P(PSTR(" st="));
		tower_say_state();
	}
	say_P(PSTR(" drop="));
	say_number(drop);
	say_P(PSTR(" of="));
	say_number(settings.mode == 'r' ? drops_needed() : 1);
	if (state == HELD) {
		say_P(PSTR(" try="));
		say_number(attempt);
		record_say_outcome(held_because);
		say_P(PSTR(" bays="));
		for (uint8_t i = 0; i < BOARD_BAYS; i++)
			say_char(bays[i] == NO_DIE ? '-' : bays[i] >= 1 && bays[i] <= 6 ? (char)('0' + bays[i]) : '?');
	}
	say_P(PSTR(" dice="));
	say_number(settings.mode == 'r' ? dice_in_drop() : roll.dice);
	say_P(PSTR(" done="));
	say_number(roll.done);
}

/* ---- a roll ---- */

static void finish(char outcome)
{
	roll.outcome = outcome;
	go(IDLE);
	journal_append(&roll);
	event_push(unasked ? ON_DROP : ON_RESULT, 0, &roll);
}

static void hold(char because)
{
	held_because = because;
	beam_blocked = because == OUT_JAM;
	go(HELD);
	event_push(ON_PROGRESS, 0, 0);
}

static void next_drop(void)
{
	drop++;
	attempt = 1;
	go(bays_are_empty() ? WAIT : EMPTY);
}

void tower_start(const char *id, uint8_t dice)
{
	memset(&roll, 0, sizeof roll);
	strcpy(roll.id, id);
	roll.dice = dice;
	roll.source = settings.mode;
	roll.number = journal_next_number();
	unasked = false;
	drop = 0;
	if (settings.mode == 'g') {
		drop = attempt = 1;
		go(TUMBLE);
		return;
	}
	roll.outcome = OUT_OPEN;
	journal_append(&roll);          /* from here on a reset must not lead to a second throw */
	next_drop();
}

static void make_faces(void)
{
	entropy_stir(16);
	for (uint8_t i = 0; i < roll.dice; i++) record_face_set(&roll, i, entropy_face());
	roll.done = roll.dice;
	finish(OUT_OK);
}

/* The faces of the bays, left to right, become the roll's next ones. */
static void take_faces(void)
{
	for (uint8_t i = 0; i < BOARD_BAYS && roll.done < roll.dice; i++)
		if (bays[i] != NO_DIE) record_face_set(&roll, roll.done++, bays[i]);
}

static char judge(uint8_t wanted)
{
	uint8_t dice = 0;
	bool cocked = false;
	for (uint8_t i = 0; i < BOARD_BAYS; i++) {
		if (bays[i] != NO_DIE) dice++;
		if (bays[i] == COCKED) cocked = true;
	}
	if (dice < wanted) return OUT_FEW;
	if (dice > wanted) return OUT_MANY;
	return cocked ? OUT_COCKED : OUT_OK;
}

static void settled(void)
{
	if (unasked) {
		roll.dice = 0;
		for (uint8_t i = 0; i < BOARD_BAYS; i++)
			if (bays[i] != NO_DIE) roll.dice++;
		take_faces();
		if (roll.dice) finish(judge(roll.dice));
		else go(IDLE);          /* something passed the beam that is no die */
		return;
	}
	char verdict = judge(dice_in_drop());
	if (verdict != OUT_OK) {
		hold(verdict);
		return;
	}
	take_faces();
	if (roll.done == roll.dice) {
		finish(OUT_OK);
		return;
	}
	journal_append(&roll);
	next_drop();
	event_push(ON_PROGRESS, 0, 0);
}

static void settle(uint32_t now)
{
	bool same = true;
	for (uint8_t i = 0; i < BOARD_BAYS; i++) {
		uint8_t face = read_bay(i);
		if (face != bays[i]) same = false;
		bays[i] = face;
	}
	if (!same || board_beam_broken()) still_since = now;
	if (now - still_since >= STILL_MS) settled();
	else if (now - since <= SETTLE_LIMIT_MS) return;
	else if (unasked) {
		beam_blocked = true;
		go(IDLE);
	} else hold(OUT_JAM);
}

static void start_unasked(void)
{
	memset(&roll, 0, sizeof roll);
	roll.id[0] = 'T';
	uint32_t stamp = (uint32_t)journal_boot() << 16 | ++unasked_count;
	for (uint8_t i = 0; i < 8; i++) roll.id[1 + i] = (char)('a' + (stamp >> (28 - 4 * i) & 15));
	roll.source = 'r';
	roll.number = journal_next_number();
	unasked = true;
	go(SETTLE);
}

/* ---- what people decide about a held drop ---- */

void tower_reread(uint8_t of_attempt)
{
	if (state == HELD && of_attempt == attempt) {
		attempt++;
		go(SETTLE);
	}
}

void tower_again(uint8_t of_attempt)
{
	if (state == HELD && of_attempt == attempt) {
		attempt++;
		go(bays_are_empty() ? WAIT : EMPTY);
	}
}

void tower_end(void)
{
	char because = state == HELD ? held_because : OUT_TIMEOUT;
	if (because == OUT_COCKED || because == OUT_FEW) take_faces();
	finish(because);
}

/* ---- all the time ---- */

static void watch_button(uint32_t now)
{
	static bool down, held;
	static uint32_t changed;
	bool pressed = board_button_down();
	if (pressed != down && now - changed >= DEBOUNCE_MS) {
		down = pressed;
		changed = now;
		held = false;
		event_push(ON_BUTTON, down ? BUTTON_DOWN : BUTTON_UP, 0);
	}
	if (down && !held && now - changed >= HOLD_MS) {
		held = true;
		event_push(ON_BUTTON, BUTTON_HOLD, 0);
	}
	board_light(settings.light == 1 || (settings.light == 2 && (now >> 8 & 1)));
}

static void watch_roll(uint32_t now)
{
	bool out_of_patience = now - since >= settings.patience_s * 1000UL;
	switch (state) {
	case IDLE:
		if (!board_beam_broken()) beam_blocked = false;
		else if (settings.mode == 'r' && !beam_blocked) start_unasked();
		break;
	case TUMBLE:
		if (now - since >= settings.tumble_ms) make_faces();
		break;
	case EMPTY:
		if (bays_are_empty()) {
			go(WAIT);
			event_push(ON_PROGRESS, 0, 0);
		} else if (out_of_patience) hold(OUT_TIMEOUT);
		break;
	case WAIT:
		if (board_beam_broken()) go(SETTLE);
		else if (out_of_patience) hold(OUT_TIMEOUT);
		break;
	case SETTLE:
		settle(now);
		break;
	case HELD:
		if (!board_beam_broken()) beam_blocked = false;
		else if (!beam_blocked) {       /* somebody sets it right by hand */
			attempt++;
			go(SETTLE);
		}
	}
}

static void heartbeat(uint32_t now)
{
	static uint32_t last;
	if (!settings.heartbeat_ms || now - last < settings.heartbeat_ms) return;
	last = now;
	say_begin('#');
	say_P(PSTR("HB up="));
	say_number(now);
	say_P(PSTR(" st="));
	tower_say_state();
	say_end();
	static bool on;
	board_led(on = !on);
}

void tower_poll(void)
{
	static uint32_t sampled;
	uint32_t now = board_millis();
	if (now - sampled >= 4) {
		sampled = now;
		entropy_sample();
	}
	watch_button(now);
	watch_roll(now);
	events_resend();
	heartbeat(now);
}

void tower_begin(void)
{
	uint8_t key[32];
	journal_open();
	journal_key_load(key);
	entropy_begin(key);
	journal_key_store();
	events_begin(tower_say_progress);
	event_push(ON_BOOT, 0, 0);
}
