/* Runs the tower's firmware image in libsimavr and shows its serial port as a pseudo-terminal. Tests drive pins, analogue
 * inputs, EEPROM, resets, hang, unplug and faults on the line through stdin. A test-time tool only, never shipped:
 * libsimavr is under the GPL, version 3.
 *
 *   tower_emulator LINK EEPROM_FILE WARP firmware.elf        WARP: times real time, 0 as fast as it goes
 *
 * Answers each command with one line "OK ..." ; also says "PTY path", "PIN name level", "FAULT dir byte" by itself.
 *   pin D2 0|1       level of an input          press D2 MS         low for so long (simulated time), and until the
 *                                                                   firmware has looked at it
 *   adc 3 1430       millivolts on ADC3         noise 0 2500 40     mean and spread in millivolts
 *   seed N           of noise and loss          reset               reset line
 *   hang | go        stop or resume the CPU     unplug | plug       take the port away; bring it back with a reset
 *   inject HEX       bytes to the host          warp X
 *   fault DIR KIND N     DIR rx (to the board) or tx, KIND drop|dup|flip, the Nth byte from now
 *   loss DIR PPM     random loss                count               bytes so far: "OK rx tx"
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include <sim_avr.h>
#include <sim_elf.h>
#include <avr_adc.h>
#include <avr_eeprom.h>
#include <avr_extint.h>
#include <avr_ioport.h>
#include <avr_uart.h>

enum direction { TO_BOARD, TO_HOST };
enum fault_kind { NO_FAULT, DROP, DUPLICATE, FLIP };

static avr_t *avr;
static avr_irq_t *uart_input;
static const char *link_path, *eeprom_path;
static int master = -1;
static double warp;
static bool hung, finished, uart_ready;
static uint8_t queue[8192];
static unsigned queue_out, queue_in;
static uint64_t real_start;
static avr_cycle_count_t cycle_start;
static struct { bool noisy; double millivolts, spread; } analog[8];
static struct { enum fault_kind kind; long countdown; uint32_t loss_ppm; unsigned long bytes; } line[2];
static uint64_t random_state = 88172645463325252ull;
static unsigned looks;                  /* at the inputs since the last press */

static uint64_t real_ns(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000000ull + (uint64_t)t.tv_nsec;
}

static uint32_t random_word(void)
{
	random_state ^= random_state << 13;
	random_state ^= random_state >> 7;
	random_state ^= random_state << 17;
	return (uint32_t)(random_state >> 32);
}

/* How many copies of the byte go on; it may be changed. */
static int pass(enum direction d, uint8_t *byte)
{
	line[d].bytes++;
	if (line[d].loss_ppm && random_word() % 1000000u < line[d].loss_ppm) return 0;
	if (line[d].kind == NO_FAULT || --line[d].countdown > 0) return 1;
	enum fault_kind kind = line[d].kind;
	line[d].kind = NO_FAULT;
	printf("FAULT %s %02x\n", d == TO_HOST ? "tx" : "rx", *byte);
	if (kind == FLIP) *byte ^= 0x10;
	return kind == DROP ? 0 : kind == DUPLICATE ? 2 : 1;
}

static void to_host(uint8_t byte)
{
	if (master >= 0 && write(master, &byte, 1) != 1) line[TO_HOST].bytes--; /* nobody reads: lost, as on a cable */
}

static void feed_uart(void)
{
	while (uart_ready && queue_out != queue_in) avr_raise_irq(uart_input, queue[queue_out++ % sizeof queue]);
}

static void on_uart_ready(struct avr_irq_t *irq, uint32_t value, void *param)
{
	(void)irq; (void)value; (void)param;
	uart_ready = true;
	feed_uart();
}

static void on_uart_full(struct avr_irq_t *irq, uint32_t value, void *param)
{
	(void)irq; (void)param;
	if (value) uart_ready = false;
}

static void on_uart_output(struct avr_irq_t *irq, uint32_t value, void *param)
{
	(void)irq; (void)param;
	uint8_t byte = (uint8_t)value;
	for (int copies = pass(TO_HOST, &byte); copies > 0; copies--) to_host(byte);
}

static void on_adc(struct avr_irq_t *irq, uint32_t value, void *param)
{
	(void)irq; (void)param;
	union { avr_adc_mux_t mux; uint32_t word; } request = { .word = value };
	unsigned channel = request.mux.src;
	if (channel > 7) return;
	double mv = analog[channel].millivolts;
	if (analog[channel].noisy)
		mv += analog[channel].spread * ((random_word() + (double)random_word()) / 4294967296.0 - 1.0);
	avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_ADC0 + (int)channel), mv < 0 ? 0 : (uint32_t)mv);
}

static void on_pin(struct avr_irq_t *irq, uint32_t value, void *name)
{
	(void)irq;
	printf("PIN %s %u\n", (const char *)name, value & 1);
}

/* D0..D7 are port D, D8..D13 port B. */
static avr_irq_t *pin(const char *name)
{
	int number = atoi(name + 1);
	return avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(number < 8 ? 'D' : 'B'), number < 8 ? number : number - 8);
}

static void on_look(struct avr_irq_t *irq, uint32_t value, void *param)
{
	(void)irq; (void)value; (void)param;
	looks++;
}

/* A starved machine lets the host's questions pile up, and the firmware looks at no pin until all are answered: four looks
 * are a whole round of it, with both inputs. */
static avr_cycle_count_t release(struct avr_t *a, avr_cycle_count_t when, void *irq)
{
	if (looks < 4) return when + a->frequency / 1000;
	avr_raise_irq(irq, 1);
	return 0;
}

static void plug(void)
{
	int slave;
	char name[64];
	struct termios raw;
	if (openpty(&master, &slave, name, NULL, NULL) < 0) { perror("openpty"); exit(2); }
	tcgetattr(slave, &raw);
	cfmakeraw(&raw);
	tcsetattr(slave, TCSANOW, &raw);
	close(slave);
	fcntl(master, F_SETFL, O_NONBLOCK);
	unlink(link_path);
	if (symlink(name, link_path)) perror(link_path);
	printf("PTY %s\n", name);
}

static void unplug(void)
{
	if (master >= 0) close(master);
	master = -1;
	unlink(link_path);
	queue_out = queue_in;
}

static void reset(void)
{
	avr_reset(avr);
	avr_regbit_set(avr, avr->reset_flags.extrf);
	uart_ready = false;
	queue_out = queue_in;
	/* otherwise simavr looks at a low INT0/INT1 pin in every cycle, at a third of the speed */
	avr_extint_set_strict_lvl_trig(avr, 0, 0);
	avr_extint_set_strict_lvl_trig(avr, 1, 0);
	/* the reset has cleared the port behind the input's back, and an unchanged level is not passed on */
	for (uint32_t level = 0; level < 2; level++) {
		avr_raise_irq(pin("D2"), level);
		avr_raise_irq(pin("D3"), level);
	}
}

static void eeprom(bool save)
{
	uint8_t bytes[1024];
	avr_eeprom_desc_t all = { .ee = bytes, .offset = 0, .size = sizeof bytes };
	FILE *file = fopen(eeprom_path, save ? "wb" : "rb");
	if (!file) return;
	if (save) {
		avr_ioctl(avr, AVR_IOCTL_EEPROM_GET, &all);
		fwrite(bytes, 1, sizeof bytes, file);
	} else if (fread(bytes, 1, sizeof bytes, file) == sizeof bytes) {
		avr_ioctl(avr, AVR_IOCTL_EEPROM_SET, &all);
	}
	fclose(file);
}

static void new_pace(double times)
{
	warp = times;
	real_start = real_ns();
	cycle_start = avr->cycle;
}

static enum direction direction(const char *word) { return word[0] == 't' ? TO_HOST : TO_BOARD; }

static void command(char *text)
{
	char a[16], b[16];
	long n;
	double x, y;
	unsigned byte;
	if (sscanf(text, "pin %15s %ld", a, &n) == 2) avr_raise_irq(pin(a), (uint32_t)n);
	else if (sscanf(text, "press %15s %ld", a, &n) == 2) {
		looks = 0;
		avr_raise_irq(pin(a), 0);
		avr_cycle_timer_register(avr, (avr_cycle_count_t)n * (avr->frequency / 1000), release, pin(a));
	}
	else if (sscanf(text, "adc %ld %lf", &n, &x) == 2) { analog[n & 7].noisy = false; analog[n & 7].millivolts = x; }
	else if (sscanf(text, "noise %ld %lf %lf", &n, &x, &y) == 3) {
		analog[n & 7].noisy = true;
		analog[n & 7].millivolts = x;
		analog[n & 7].spread = y;
	}
	else if (sscanf(text, "seed %ld", &n) == 1) random_state = 88172645463325252ull ^ ((uint64_t)n * 0x9E3779B97F4A7C15ull);
	else if (!strcmp(text, "reset")) reset();
	else if (!strcmp(text, "hang")) hung = true;
	else if (!strcmp(text, "go")) hung = false;
	else if (!strcmp(text, "unplug")) unplug();
	else if (!strcmp(text, "plug")) { plug(); reset(); }
	else if (!strncmp(text, "inject ", 7)) {
		for (char *at = text + 7; sscanf(at, "%2x", &byte) == 1; at += 2) to_host((uint8_t)byte);
	}
	else if (sscanf(text, "fault %15s %15s %ld", a, b, &n) == 3) {
		line[direction(a)].kind = b[1] == 'r' ? DROP : b[0] == 'd' ? DUPLICATE : FLIP;
		line[direction(a)].countdown = n;
	}
	else if (sscanf(text, "loss %15s %ld", a, &n) == 2) line[direction(a)].loss_ppm = (uint32_t)n;
	else if (sscanf(text, "warp %lf", &x) == 1) new_pace(x);
	else if (!strcmp(text, "quit")) finished = true;
	else if (strcmp(text, "count") != 0) { printf("WHAT %s\n", text); return; }
	printf("OK %lu %lu\n", line[TO_BOARD].bytes, line[TO_HOST].bytes);
}

static void read_commands(void)
{
	static char text[1024];
	static unsigned n;
	char chunk[512];
	ssize_t got = read(0, chunk, sizeof chunk);
	if (got <= 0) { finished = true; return; }
	for (ssize_t i = 0; i < got; i++) {
		if (chunk[i] != '\n') { if (n < sizeof text - 1) text[n++] = chunk[i]; continue; }
		text[n] = 0;
		n = 0;
		command(text);
	}
}

static void read_host(void)
{
	uint8_t chunk[256];
	ssize_t got = read(master, chunk, sizeof chunk);
	for (ssize_t i = 0; i < got; i++)
		for (int copies = pass(TO_BOARD, &chunk[i]); copies > 0; copies--)
			if (queue_in - queue_out < sizeof queue) queue[queue_in++ % sizeof queue] = chunk[i];
	feed_uart();
}

/* Serves host and test until real time reaches the deadline; a deadline in the past: one look. */
static void serve(uint64_t deadline)
{
	do {
		uint64_t now = real_ns();
		uint64_t left = deadline > now ? deadline - now : 0;
		struct pollfd fds[2] = { { 0, POLLIN, 0 }, { master, POLLIN, 0 } };
		struct pollfd look = { master, POLLIN, 0 };
		/* a terminal that nobody has open hangs up at once: then do not wait on it, look once in a millisecond */
		bool open = master >= 0 && poll(&look, 1, 0) >= 0 && !(look.revents & POLLHUP);
		if (!open && left > 1000000) left = 1000000;
		struct timespec wait = { 0, (long)(left < 999999999 ? left : 999999999) };
		ppoll(fds, open ? 2 : 1, &wait, NULL);
		if (fds[0].revents) read_commands();
		if (master >= 0 && open && fds[1].revents & POLLIN) { read_host(); return; }
	} while (!finished && real_ns() < deadline);
}

static uint64_t real_time_of(avr_cycle_count_t cycle)
{
	uint64_t due = real_start + (uint64_t)((double)(cycle - cycle_start) * 1e9 / avr->frequency / warp);
	uint64_t now = real_ns();
	if (now > due + 200000000ull) {         /* fell far behind: do not race to catch up */
		real_start += now - due;
		due = now;
	}
	return due;
}

static void on_sleep(avr_t *a, avr_cycle_count_t cycles)
{
	static unsigned turn;
	if (warp > 0) serve(real_time_of(a->cycle + cycles));
	else if (!(turn++ & 15)) serve(0);
}

static void set_up(const char *image)
{
	elf_firmware_t firmware;
	uint32_t no_flags = 0;
	memset(&firmware, 0, sizeof firmware);
	avr = avr_make_mcu_by_name("atmega328p");
	if (!avr || elf_read_firmware(image, &firmware)) exit(2);
	avr_init(avr);
	firmware.frequency = 16000000;
	avr_load_firmware(avr, &firmware);
	avr->log = 1;
	avr->vcc = avr->avcc = avr->aref = 5000;
	avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &no_flags);
	uart_input = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
	avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), on_uart_output, NULL);
	avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XON), on_uart_ready, NULL);
	avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XOFF), on_uart_full, NULL);
	avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_OUT_TRIGGER), on_adc, NULL);
	avr_irq_t *inputs = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), IOPORT_IRQ_REG_PIN);
	inputs->flags &= (uint8_t)~IRQ_FLAG_FILTERED;   /* a look that sees nothing new is one, too */
	avr_irq_register_notify(inputs, on_look, NULL);
	avr_irq_register_notify(pin("D9"), on_pin, "D9");
	avr_irq_register_notify(pin("D10"), on_pin, "D10");
	analog[0].noisy = true;
	analog[0].millivolts = 2500;
	analog[0].spread = 150;
	avr->sleep = on_sleep;
}

int main(int argc, char **argv)
{
	if (argc != 5) return 2;
	link_path = argv[1];
	eeprom_path = argv[2];
	setvbuf(stdout, NULL, _IOLBF, 0);
	set_up(argv[4]);
	eeprom(false);
	reset();
	plug();
	new_pace(atof(argv[3]));
	avr_cycle_count_t next_look = 0;
	while (!finished) {
		if (hung) {
			serve(real_ns() + 5000000);
			new_pace(warp);
			continue;
		}
		int state = avr_run(avr);
		if (state == cpu_Done || state == cpu_Crashed) {
			printf("CRASH %d\n", state);
			break;
		}
		if (avr->cycle < next_look) continue;
		next_look = avr->cycle + avr->frequency / 2000;
		serve(warp > 0 ? real_time_of(avr->cycle) : 0);
	}
	eeprom(true);
	unplug();
	return 0;
}
