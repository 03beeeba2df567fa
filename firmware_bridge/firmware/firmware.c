#include "firmware.h"
#include "line.h"
#include "requests.h"
#include "tower.h"

void firmware_begin(void) { tower_begin(); }

void firmware_receive(uint8_t byte)
{
	char *body = line_feed(byte);
	if (body) request(body);
}

void firmware_poll(void) { tower_poll(); }
