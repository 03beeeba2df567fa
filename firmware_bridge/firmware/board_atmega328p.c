/* ATmega328P at 16 MHz (Arduino Uno, Nano). D0/D1 serial, D2 chute beam (low: broken), D3 button (low: down), D9 gate,
 * D10 button light, D13 LED, A0 left open for noise, A1..A5 the bays. */
#include <avr/eeprom.h>
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>
#include <util/atomic.h>
#include "board.h"

#define RX_SIZE 128                     /* both are powers of two */
#define TX_SIZE 64

static volatile uint32_t milliseconds;
static volatile uint8_t rx[RX_SIZE], rx_in, rx_out;
static volatile uint8_t tx[TX_SIZE], tx_in, tx_out;
static uint8_t reset_flags;

ISR(TIMER0_COMPA_vect) { milliseconds++; }

ISR(USART_RX_vect)
{
	uint8_t byte = UDR0, next = (rx_in + 1) & (RX_SIZE - 1);
	if (next == rx_out) return;     /* full: the line will not check, and the host asks again */
	rx[rx_in] = byte;
	rx_in = next;
}

ISR(USART_UDRE_vect)
{
	if (tx_in == tx_out) {
		UCSR0B &= (uint8_t)~_BV(UDRIE0);
		return;
	}
	UDR0 = tx[tx_out];
	tx_out = (tx_out + 1) & (TX_SIZE - 1);
}

uint32_t board_millis(void)
{
	uint32_t now;
	ATOMIC_BLOCK(ATOMIC_RESTORESTATE) now = milliseconds;
	return now;
}

void board_send(uint8_t byte)
{
	uint8_t next = (tx_in + 1) & (TX_SIZE - 1);
	while (next == tx_out) wdt_reset();
	tx[tx_in] = byte;
	tx_in = next;
	ATOMIC_BLOCK(ATOMIC_RESTORESTATE) UCSR0B |= _BV(UDRIE0);
}

uint8_t board_store_read(uint16_t address) { return eeprom_read_byte((const uint8_t *)address); }

void board_store_write(uint16_t address, uint8_t value)
{
	eeprom_update_byte((uint8_t *)address, value);  /* an unchanged byte costs neither time nor wear */
	wdt_reset();
}

uint16_t board_analog(uint8_t channel)
{
	ADMUX = (uint8_t)(_BV(REFS0) | channel);
	ADCSRA |= _BV(ADSC);
	while (ADCSRA & _BV(ADSC)) ;
	return ADC;
}

uint8_t board_jitter(void) { return TCNT1L; }
bool board_beam_broken(void) { return !(PIND & _BV(PD2)); }
bool board_button_down(void) { return !(PIND & _BV(PD3)); }

static void output(uint8_t pin, bool on)
{
	if (on) PORTB |= pin;
	else PORTB &= (uint8_t)~pin;
}

void board_gate(bool open) { output(_BV(PB1), open); }
void board_light(bool on) { output(_BV(PB2), on); }
void board_led(bool on) { output(_BV(PB5), on); }

char board_reset_cause(void)
{
	if (reset_flags & _BV(WDRF)) return 'W';
	if (reset_flags & _BV(BORF)) return 'B';
	return reset_flags & _BV(EXTRF) ? 'E' : 'P';
}

bool board_received(uint8_t *byte)
{
	wdt_reset();
	if (rx_out == rx_in) return false;
	*byte = rx[rx_out];
	rx_out = (rx_out + 1) & (RX_SIZE - 1);
	return true;
}

void board_rest(void)
{
	cli();
	if (rx_out == rx_in) {
		sleep_enable();
		sei();
		sleep_cpu();
		sleep_disable();
	}
	sei();
}

void board_watch(void) { wdt_enable(WDTO_1S); }

void board_begin(void)
{
	reset_flags = MCUSR;
	MCUSR = 0;
	wdt_disable();                  /* after a watchdog reset it is still running, at its shortest */
	DDRB |= _BV(PB1) | _BV(PB2) | _BV(PB5);
	PORTD |= _BV(PD2) | _BV(PD3);   /* pull-ups */
	UBRR0 = 16;                     /* 115200 at double speed, 2.1 % fast, as the Arduino's own library has it */
	UCSR0A = _BV(U2X0);
	UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
	UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
	ADCSRA = _BV(ADEN) | _BV(ADPS2) | _BV(ADPS1) | _BV(ADPS0);
	TCCR0A = _BV(WGM01);            /* 16 MHz / 64 / 250: a tick each millisecond */
	TCCR0B = _BV(CS01) | _BV(CS00);
	OCR0A = 249;
	TIMSK0 = _BV(OCIE0A);
	TCCR1B = _BV(CS10);             /* free-running, for jitter */
	set_sleep_mode(SLEEP_MODE_IDLE);
	sei();
}
