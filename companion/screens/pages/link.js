'use strict';
/* The way to the companion: comes back by itself, and never sends anything but "hello". */
function Link(told) {
  var self = this;
  this.told = told;
  this.have = { epoch: '', rev: -1 };
  this.pause = 500;
  this.heard = this.ticked = Date.now();
  this.socket = null;
  var code = /^#([\w-]{1,64})$/.exec(location.hash);
  this.code = code ? code[1] : '';
  if (code) history.replaceState(null, '', '/');
  ['online', 'pageshow', 'visibilitychange'].forEach(function (name) {
    window.addEventListener(name, function () { self.look(); });
  });
  setInterval(function () { self.look(); }, 5000);
  this.open();
}
Link.prototype.token = function (token) {
  try {
    if (token !== undefined) localStorage.setItem('token', token);
    return localStorage.getItem('token') || '';
  } catch (e) {
    /* A browser that keeps nothing asks again after the page is loaded anew. */
    if (token !== undefined) this.kept = token;
    return this.kept || '';
  }
};
Link.prototype.look = function () {
  /* A connection that has been silent for long is dead, whatever the browser believes: it may have slept. */
  var now = Date.now(), slept = now - this.ticked > 15000;
  this.ticked = now;
  if (!this.socket) return;
  if (this.inside && (slept || now - this.heard > 40000)) this.socket.close();
};
Link.prototype.open = function () {
  var self = this, socket = this.socket = new WebSocket('ws://' + location.host + '/ws');
  this.inside = false;
  socket.onopen = function () {
    var token = self.token();
    self.heard = Date.now();
    socket.send(JSON.stringify({ t: 'hello', token: token, code: token ? '' : self.code, have: self.have }));
  };
  socket.onmessage = function (event) {
    if (socket !== self.socket) return;
    self.heard = Date.now();
    self.take(JSON.parse(event.data));
  };
  socket.onclose = function () {
    if (socket !== self.socket) return;
    self.socket = null;
    self.told('away', null);
    if (self.ended) return;
    setTimeout(function () { self.open(); }, self.pause);
    self.pause = Math.min(2000, 2 * self.pause);
  };
};
Link.prototype.take = function (said) {
  if (said.t === 'in') {
    this.inside = true;
    this.pause = 500;
    if (said.token) this.token(said.token);
    this.told('in', said);
  } else if (said.t === 'snap') {
    this.have = { epoch: said.epoch, rev: said.rev };
    this.told('snap', said.seen);
  } else if (said.t === 'wait') {
    this.told('wait', said);
  } else if (said.t === 'bye') {
    /* A permit that was taken back, or of an evening long ago: it asks anew. */
    if (said.why === 'who') {
      this.token('');
      this.code = '';
      this.have = { epoch: '', rev: -1 };
    } else if (said.why === 'full') {
      /* A page that was loaded anew may be faster than the end of the one before. */
      this.pause = 2000;
    } else {
      this.ended = true;
    }
    this.told('bye', said);
  }
};
