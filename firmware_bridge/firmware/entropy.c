#include "entropy.h"
#include <string.h>

/* The low 4 bits of the noise input: 40 equal in a row, or 410 of 512 equal to the first, happen by chance less than
 * once in 2^30 while each sample carries at least 0.8 bit (NIST SP 800-90B, 4.4.1 and 4.4.2). */
#define REPETITION_LIMIT 40
#define PROPORTION_WINDOW 512
#define PROPORTION_LIMIT 410

static uint8_t  key[32];
static uint8_t  stream[32], stream_left;
static uint32_t samples;
static uint8_t  repeated, run_length;
static uint16_t window_seen, window_same;
static uint8_t  window_first;
static bool     failed;

static void quarter_round(uint32_t *s, uint8_t a, uint8_t b, uint8_t c, uint8_t d)
{
#define ROTATE(x, n) (((x) << (n)) | ((x) >> (32 - (n))))
	s[a] += s[b]; s[d] ^= s[a]; s[d] = ROTATE(s[d], 16);
	s[c] += s[d]; s[b] ^= s[c]; s[b] = ROTATE(s[b], 12);
	s[a] += s[b]; s[d] ^= s[a]; s[d] = ROTATE(s[d], 8);
	s[c] += s[d]; s[b] ^= s[c]; s[b] = ROTATE(s[b], 7);
#undef ROTATE
}

static void start_block(uint32_t s[16])
{
	s[0] = 0x61707865; s[1] = 0x3320646e; s[2] = 0x79622d32; s[3] = 0x6b206574;
	for (uint8_t i = 0; i < 8; i++)
		s[4 + i] = (uint32_t)key[4 * i] | (uint32_t)key[4 * i + 1] << 8 | (uint32_t)key[4 * i + 2] << 16
			| (uint32_t)key[4 * i + 3] << 24;
	s[12] = s[13] = s[14] = s[15] = 0;
}

/* One ChaCha block with 8 rounds: half becomes the next key, half the stream, so no state leads back to old faces. */
static void next_block(void)
{
	uint32_t start[16], s[16];
	start_block(start);
	memcpy(s, start, sizeof s);
	for (uint8_t round = 0; round < 4; round++) {
		for (uint8_t i = 0; i < 4; i++) quarter_round(s, i, (uint8_t)(i + 4), (uint8_t)(i + 8), (uint8_t)(i + 12));
		for (uint8_t i = 0; i < 4; i++)
			quarter_round(s, i, (uint8_t)(4 + ((i + 1) & 3)), (uint8_t)(8 + ((i + 2) & 3)), (uint8_t)(12 + ((i + 3) & 3)));
	}
	for (uint8_t i = 0; i < 8; i++) {
		uint32_t low = s[i] + start[i], high = s[i + 8] + start[i + 8];
		for (uint8_t j = 0; j < 4; j++) {
			key[4 * i + j] = (uint8_t)(low >> (8 * j));
			stream[4 * i + j] = (uint8_t)(high >> (8 * j));
		}
	}
	stream_left = sizeof stream;
}

static void watch(uint8_t value)
{
	if (samples && value == repeated) {
		if (run_length < REPETITION_LIMIT && ++run_length == REPETITION_LIMIT) failed = true;
	} else {
		repeated = value;
		run_length = 1;
	}
	if (window_seen == 0) {
		window_first = value;
		window_same = 0;
	}
	if (value == window_first) window_same++;
	if (++window_seen == PROPORTION_WINDOW) {
		if (window_same > PROPORTION_LIMIT) failed = true;
		window_seen = 0;
	}
}

void entropy_sample(void)
{
	uint16_t noise = board_analog(0);
	uint8_t jitter = board_jitter();
	watch((uint8_t)(noise & 15));
	key[samples & 31] ^= (uint8_t)(noise ^ (noise >> 8) ^ (jitter << 3));
	key[(samples + 13) & 31] = (uint8_t)(key[(samples + 13) & 31] + jitter);
	samples++;
}

void entropy_stir(uint8_t count)
{
	while (count--) entropy_sample();
	next_block();
	stream_left = 0;        /* the next byte comes from a key that these samples have gone through twice */
}

void entropy_begin(const uint8_t stored[32])
{
	memcpy(key, stored, sizeof key);
	entropy_stir(64);
}

uint8_t entropy_byte(void)
{
	if (!stream_left) next_block();
	uint8_t value = stream[--stream_left];
	stream[stream_left] = 0;
	return value;
}

uint8_t entropy_face(void)
{
	uint8_t value;
	do value = entropy_byte(); while (value >= 252);
	return (uint8_t)(value % 6 + 1);
}

bool entropy_healthy(void) { return !failed; }
