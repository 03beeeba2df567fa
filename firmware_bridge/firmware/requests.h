/* Requests of the host and their replies (PROTOCOL.md, "Requests"). */
#ifndef REQUESTS_H
#define REQUESTS_H
#define FIRMWARE_VERSION "1.0.0"

void request(char *body);               /* answers one checked line */
#endif
