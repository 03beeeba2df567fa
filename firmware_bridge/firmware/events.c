#include "events.h"
#include "line.h"
#include <string.h>

/* Events wait here until the host acknowledges them. Full: the oldest goes; results stay in the journal anyway. */
#define QUEUE 4
#define RESEND_MS 250
#define BUTTON_STALE_MS 2000

struct event {
	bool live;
	char kind;
	uint8_t detail;
	uint16_t number;
	uint32_t made, sent;
	struct record record;
};
static struct event queue[QUEUE];
static uint8_t counter;
static bool host_seen;
static void (*say_progress)(void);
uint8_t events_lost;

static void send(struct event *event)
{
	say_begin('!');
	say_hex8((uint8_t)(event->number >> 8));
	say_hex8((uint8_t)event->number);
	say_char(' ');
	switch (event->kind) {
	case ON_RESULT:
		record_say(&event->record, false);
		break;
	case ON_DROP:
		say_P(PSTR("DROP"));
		record_say(&event->record, false);
		break;
	case ON_PROGRESS:
		say_progress();
		break;
	case ON_BUTTON:
		say_P(PSTR("BTN k=1 e="));
		say_P(event->detail == BUTTON_DOWN ? PSTR("down") : event->detail == BUTTON_HOLD ? PSTR("hold") : PSTR("up"));
		break;
	default:
		say_P(PSTR("BOOT boot="));
		say_number(journal_boot());
		say_P(PSTR(" why="));
		say_char(board_reset_cause());
	}
	say_end();
	event->sent = board_millis();
}

void event_push(char kind, uint8_t detail, const struct record *record)
{
	struct event *free_slot = 0, *oldest = &queue[0];
	for (uint8_t i = 0; i < QUEUE; i++) {
		/* progress is told as it is now, so only the newest such event means anything */
		if (queue[i].live && (kind == ON_PROGRESS || kind == ON_RESULT) && queue[i].kind == ON_PROGRESS)
			queue[i].live = false;
		if (!queue[i].live) free_slot = &queue[i];
		else if ((int32_t)(queue[i].made - oldest->made) < 0) oldest = &queue[i];
	}
	if (!free_slot) {
		free_slot = oldest;
		if (events_lost < 255) events_lost++;
	}
	free_slot->live = true;
	free_slot->kind = kind;
	free_slot->detail = detail;
	free_slot->number = (uint16_t)((journal_boot() & 0xFF) << 8 | ++counter);
	free_slot->made = board_millis();
	if (record) free_slot->record = *record;
	send(free_slot);
}

void event_acknowledge(uint16_t number)
{
	for (uint8_t i = 0; i < QUEUE; i++)
		if (queue[i].live && queue[i].number == number) queue[i].live = false;
}

void events_begin(void (*progress)(void)) { say_progress = progress; }

void events_host_is_here(void) { host_seen = true; }

void events_resend(void)
{
	uint32_t now = board_millis();
	for (uint8_t i = 0; i < QUEUE; i++) {
		struct event *event = &queue[i];
		if (!event->live) continue;
		if (event->kind == ON_BUTTON && now - event->made > BUTTON_STALE_MS) event->live = false;
		else if (host_seen && now - event->sent >= RESEND_MS) send(event);
	}
}
