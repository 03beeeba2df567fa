'use strict';
/* A big picture of the game: whatever is said is written as text, never as markup. */
var page = document.getElementById('page'), away = document.getElementById('away');
var words = {}, latest = null, maps = {};

function el(kind, name, text) {
  var made = document.createElement(kind);
  if (name) made.className = name;
  if (text !== undefined && text !== null) made.textContent = text;
  return made;
}
function put(box) {
  for (var n = 1; n < arguments.length; n += 1) if (arguments[n]) box.appendChild(arguments[n]);
  return box;
}
function sign(text, colour) {
  var made = el('i', 'sign', text);
  if (colour) made.style.color = colour;
  return made;
}
function known(list, id) {
  return list.filter(function (one) { return one.id === id; })[0];
}
function fill(box, made) {
  while (box.firstChild) box.removeChild(box.firstChild);
  made.forEach(function (one) { put(box, one); });
}
function flag(player) {
  var made = el('i', 'sign flag', player.sign);
  made.style.backgroundColor = player.colour;
  made.style.color = player.ink;
  return made;
}
function called(player) {
  var box = el('div', 'name');
  put(box, el('b', '', player.person || player.name));
  if (player.person) put(box, el('small', '', player.name));
  return box;
}
function head(seen) {
  var acts = seen.players.filter(function (p) { return p.active; })[0];
  var turn = el('div', 'turn');
  if (seen.finished) put(turn, el('b', 'end', seen.finished));
  else if (acts) put(turn, flag(acts), called(acts));
  /* Where there is a battle, its place is worth more than the phase. */
  var moment = seen.sides.length ? words.battle + (seen.place ? ': ' + seen.place : '') : seen.header.join(' · ');
  var box = put(el('header', 'head'), el('h1', 'moment', moment || seen.title), turn);
  seen.tracks.forEach(function (track) {
    var row = el('div', 'track');
    track.cells.forEach(function (cell, n) {
      put(row, el('span', n === track.at ? 'cell at' : n < track.at ? 'cell past' : 'cell', cell));
    });
    put(box, put(el('div', 'tracks'), el('small', '', track.label), row));
  });
  return box;
}
function number(counter) {
  return put(el('div', 'number'), counter.sign ? sign(counter.sign) : el('small', '', counter.label), el('b', '', counter.value));
}
function row(player) {
  var box = put(el('div', 'row' + (player.active ? ' acts' : '') + (player.won ? ' won' : '')), flag(player), called(player));
  var race = player.big.filter(function (c) { return c.most > 0; })[0];
  player.big.forEach(function (counter) {
    if (counter === race) {
      var bar = el('div', 'bar'), part = el('div', 'part');
      part.style.width = Math.max(0, Math.min(100, 100 * counter.value / counter.most)) + '%';
      part.style.backgroundColor = player.colour;
      put(box, put(bar, part));
    }
    put(box, number(counter));
  });
  var small = el('div', 'small');
  player.small.slice(0, 3).forEach(function (counter) { put(small, number(counter)); });
  return put(box, small);
}
function side(one, seen) {
  var player = known(seen.players, one.player) || { colour: '#888888', ink: '#000000', sign: '' };
  var title = put(el('h2', ''), flag(player), el('span', '', one.title));
  if (one.number !== null) put(title, el('b', '', one.number), el('span', '', one.unit));
  /* Of many dice those that count show what, and not their face. */
  var many = one.faces.length > 14, dice = el('div', many ? 'dice many' : 'dice');
  var marked = one.faces.length ? one.faces : one.marks;
  for (var n = 0; n < marked.length; n += 1) {
    put(dice, put(el('span', 'die'), many && one.marks[n] ? null : el('b', '', one.faces[n] === undefined ? '' : one.faces[n]),
      one.marks[n] ? sign(one.marks[n]) : null));
  }
  var results = el('div', 'results');
  one.results.forEach(function (r) { put(results, put(el('span', 'number'), sign(r[0]), el('b', '', r[2]))); });
  var pieces = el('div', 'pieces');
  one.pieces.forEach(function (p) {
    put(pieces, put(el('span', p.gone ? 'piece gone' : 'piece'), sign(p.sign, player.colour),
      el('b', '', p.number > 1 ? p.number : ''), el('span', '', p.label), p.stamps.length ? sign(p.stamps.join('')) : null));
  });
  return put(el('section', 'side'), title, put(el('div', 'fallen'), dice, results), pieces);
}
function svg(kind, values, text) {
  var made = document.createElementNS('http://www.w3.org/2000/svg', kind);
  Object.keys(values).forEach(function (name) { made.setAttribute(name, values[name]); });
  if (text !== undefined) made.textContent = text;
  return made;
}
function drawn(box, seen, map) {
  var size = map ? map.size : [640, 360], c = seen.colours;
  box.setAttribute('viewBox', '0 0 ' + size[0] + ' ' + size[1]);
  var places = {};
  if (map) {
    [true, false].forEach(function (ocean) {
      Object.keys(map.areas).forEach(function (id) {
        var area = map.areas[id];
        places[id] = area.marks;
        if (area.ocean !== ocean) return;
        [area.polygon].concat(area.echoes || []).forEach(function (shape) {
          box.appendChild(svg('polygon', { points: shape.map(function (p) { return p.join(','); }).join(' '),
            fill: ocean ? c.sea : c.land, stroke: c.ground, 'stroke-width': 1.5 }));
        });
      });
    });
  } else {
    seen.areas.forEach(function (area) { places[area.id] = [30 + 580 * area.x, 30 + 300 * area.y]; });
    seen.links.forEach(function (link) {
      var a = places[link[0]], b = places[link[1]];
      if (a && b) box.appendChild(svg('line', { x1: a[0], y1: a[1], x2: b[0], y2: b[1], stroke: c.line, 'stroke-width': 2 }));
    });
    seen.areas.forEach(function (area) {
      box.appendChild(svg('circle', { cx: places[area.id][0], cy: places[area.id][1], r: 9, fill: c.land, stroke: c.line }));
    });
  }
  seen.areas.forEach(function (area) {
    var at = places[area.id];
    if (!at) return;
    area.signs.forEach(function (one, n) {
      var x = at[0] + 34 * (n - (area.signs.length - 1) / 2), owner = known(seen.players, one[1]);
      box.appendChild(svg('circle', { cx: x, cy: at[1], r: 19, fill: owner ? owner.colour : c.ground, stroke: c.ground, 'stroke-width': 2 }));
      box.appendChild(svg('text', { x: x, y: at[1] + 11, 'class': 'sign', 'font-size': 30, 'text-anchor': 'middle', fill: owner ? owner.ink : c.ink }, one[0]));
    });
  });
}
function map(seen) {
  var box = svg('svg', { 'class': 'map' }), name = seen.map;
  if (!/^[\w-]+$/.test(name) || maps[name] === null) {
    drawn(box, seen, null);
  } else if (maps[name]) {
    drawn(box, seen, maps[name]);
  } else if (maps[name] === undefined) {
    maps[name] = 0;
    var asked = new XMLHttpRequest();
    asked.onload = function () {
      maps[name] = asked.status === 200 ? JSON.parse(asked.responseText) : null;
      paint();
    };
    asked.onerror = function () { maps[name] = undefined; };
    asked.open('GET', '/map/' + name + '.json');
    asked.send();
  }
  return box;
}
function paint() {
  var seen = latest;
  if (!seen) return;
  var race = el('div', seen.players.length > 4 ? 'race two' : 'race');
  seen.players.forEach(function (player) { put(race, row(player)); });
  var asked = el('div', 'asked');
  seen.asked.slice(0, 3).forEach(function (one) {
    var player = known(seen.players, one.who);
    put(asked, put(el('p', ''), player ? flag(player) : null, el('span', '', one.words)));
  });
  var low = el('div', 'low'), fights = seen.sides.length > 0;
  if (fights) {
    var two = el('div', seen.falling ? 'two falling' : 'two');
    seen.sides.forEach(function (one) { put(two, side(one, seen)); });
    put(low, put(el('div', 'panel fight'), two));
  } else {
    if (seen.areas.length) put(low, put(el('div', 'panel world'), map(seen)));
    var news = put(el('div', 'panel news'), asked, el('h3', '', words.news));
    seen.news.forEach(function (line) { put(news, el('p', '', line)); });
    put(low, news);
  }
  fill(page, [head(seen), race, low]);
  /* Whole lines only; on a page that scrolls all of them stay. */
  var told = low.querySelector('.news');
  while (told && told.scrollHeight > told.clientHeight + 1 && told.lastChild.tagName === 'P') told.removeChild(told.lastChild);
}
function coloured(seen) {
  var style = document.documentElement.style;
  Object.keys(seen.colours).forEach(function (name) { style.setProperty('--' + name, seen.colours[name]); });
}
function message(text, two) {
  latest = null;
  var box = put(el('section', 'gate'), el('p', '', text));
  if (two) put(box, el('p', 'words', two.join(' · ')));
  fill(page, [box]);
}
new Link(function (what, said) {
  if (said && said.words) words = said.words;
  var here = what !== 'away';
  away.hidden = here || !latest;
  away.textContent = words.away || '';
  document.body.className = here ? '' : 'away';
  if (what === 'snap') {
    latest = said;
    coloured(said);
    document.title = said.title;
    paint();
  } else if (what === 'wait') {
    message(words.ask, said.two);
  } else if (what === 'bye' && said.why !== 'who') {
    message(words[said.why] || words.away, null);
  }
});
window.addEventListener('resize', paint);
