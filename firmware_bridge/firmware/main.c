#include "board.h"
#include "firmware.h"

int main(void)
{
	board_begin();
	firmware_begin();
	board_watch();
	for (;;) {
		uint8_t byte;
		while (board_received(&byte)) firmware_receive(byte);
		firmware_poll();
		board_rest();
	}
}
