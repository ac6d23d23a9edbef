/* The daily deals, the replay and the fairness check. All pages work without this script. */
(() => {
'use strict';

const find = id => document.getElementById(id);
const fill = (text, places) => text.replace(/\{(\w+)\}/g, (all, name) => name in places ? places[name] : all);

/* ---- daily deals: the browser stores its own results by date, and a random word that identifies it ---- */

const KEPT = 'mitaines.daily';
const FORGIVEN = 7; /* one missed day in this many days does not break a row */

/* Reads what the browser has stored. Storage may be refused, or hold something else. */
function recall() {
	try {
		const kept = JSON.parse(localStorage.getItem(KEPT));
		return { word: '', days: {}, ...kept };
	} catch (refused) {
		return { word: '', days: {} };
	}
}

function keep(kept) {
	try {
		localStorage.setItem(KEPT, JSON.stringify(kept));
	} catch (refused) { /* without the word, the server tells browsers apart by address */ }
}

/* Returns the date `count` days before a date. */
function before(day, count) {
	return new Date(Date.parse(day + 'T00:00Z') - count * 86400000).toISOString().slice(0, 10);
}

/* Counts the days played in a row, back from today. Today may still be missing. */
function countRow(days, today) {
	let count = 0;
	let missed = -FORGIVEN;
	const played = i => days[before(today, i)] && !days[before(today, i)].late;
	for (let i = 0; i - missed >= FORGIVEN || played(i); i++)
		if (played(i))
			count++;
		else if (i > 0)
			missed = i;
	return count;
}

function addTo(element, ...parts) {
	element.append(element.hasChildNodes() ? ' · ' : '', ...parts);
}

async function showStreak(element, days) {
	const { day, base, row, place, own, again } = element.dataset;
	const yesterday = before(day, 1);
	const count = countRow(days, day);
	if (days[day]) {
		const link = document.createElement('a');
		link.href = `${base}/daily/${day}/r/${days[day].key}`;
		link.textContent = own;
		addTo(element, link);
		/* This browser has finished the deal of the day: its result comes before the button. */
		const form = element.previousElementSibling;
		if (form && form.matches('form')) {
			form.querySelector('button').textContent = again;
			form.before(element);
		}
	}
	if (count > 1)
		addTo(element, fill(row, { count }));
	if (!days[yesterday])
		return;
	try {
		const answer = await fetch(`${base}/daily/${yesterday}/r/${days[yesterday].key}.json`);
		const result = await answer.json();
		if (result.place)
			addTo(element, fill(place, result));
	} catch (lost) { /* show the streak without yesterday's place */ }
}

function days() {
	const kept = recall();
	const words = document.querySelectorAll('input[name=browser]');
	const own = find('own');
	const deleted = find('deleted');
	if (words.length > 0 && !kept.word) {
		kept.word = [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, '0')).join('');
		keep(kept);
	}
	for (const word of words)
		word.value = kept.word;
	if (find('streak'))
		showStreak(find('streak'), kept.days);
	const made = own && kept.days[own.dataset.day];
	if (made && made.key === own.dataset.key) {
		own.querySelector('form').action = `${own.dataset.base}/seat/${made.seat}`;
		own.hidden = false;
	}
	for (const day in kept.days)
		if (deleted && kept.days[day].seat === deleted.dataset.seat) {
			delete kept.days[day];
			keep(kept);
		}
}

/* Replaces the results of today on the page by the present ones. */
async function refresh() {
	if (document.hidden)
		return;
	try {
		const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), 'text/html');
		find('today').replaceChildren(...page.getElementById('today').childNodes);
	} catch (lost) { /* the next refresh may succeed */ }
}

days();
if (find('today'))
	setInterval(refresh, 20000);

/* ---- cards ---- */

const suits = '♣♦♥♠';
const letters = 'cdhs';
const spelled = /(10|[2-9TJQKAVDR])([♣♦♥♠])/g;

function svg(name, attributes) {
	const element = document.createElementNS('http://www.w3.org/2000/svg', name);
	for (const key in attributes)
		element.setAttribute(key, attributes[key]);
	return element;
}

/* Draws a card. Screen readers read its name in words. */
function face(rank, suit) {
	const letter = letters[suits.indexOf(suit)];
	const name = fill(words.spelled, {
		rank: words.rankNames.split(' ')[words.ranks.split(' ').indexOf(rank)],
		suit: words.suitNames.split(' ')[suits.indexOf(suit)]
	});
	const card = svg('svg', { class: 'k ' + letter, viewBox: '0 0 50 70', role: 'img', 'aria-label': name });
	const text = svg('text', { x: 6, y: 26 });
	text.textContent = rank;
	card.append(svg('use', { href: '#f' }), text,
		svg('use', { href: '#' + letter, x: 14, y: 33, width: 30, height: 30 }));
	return card;
}

function ink(rank, suit) {
	const card = document.createElement('b');
	card.className = letters[suits.indexOf(suit)];
	card.textContent = rank + suit;
	return card;
}

/* Puts text into an element, with cards made by make(). Drops blanks between drawn cards. */
function put(element, text, make) {
	const parts = [];
	let from = 0;
	for (const card of text.matchAll(spelled)) {
		const before = text.slice(from, card.index);
		if (make === ink || parts.length < 2 || before.trim() !== '')
			parts.push(before);
		parts.push(make(card[1], card[2]));
		from = card.index + card[0].length;
	}
	element.replaceChildren(...parts, text.slice(from));
	return element;
}

const source = find('scenes');
if (!source)
	return;
const { words, scenes } = JSON.parse(source.textContent);

function back() {
	const card = svg('svg', { class: 'k', viewBox: '0 0 50 70', 'aria-hidden': 'true' });
	card.append(svg('use', { href: '#b' }));
	return card;
}

/* ---- the table ---- */

const board = find('board');
const news = find('news');

function show(scene) {
	const seats = board.querySelectorAll('.seats li');
	seats.forEach((seat, i) => {
		const hand = seat.querySelector('p');
		seat.className = scene.turn === i ? 'turn' : '';
		seat.querySelector('b').textContent = scene.totals[i];
		if (scene.hands)
			put(hand, scene.hands[i], face);
		else
			hand.replaceChildren(...Array.from({ length: scene.held[i] }, back));
	});
	board.querySelector('.lies').replaceChildren(
		...scene.table.map(line => put(document.createElement('p'), line, face)));
	put(news, scene.better ? scene.news + ' ' + scene.better : scene.news, ink);
}

/* ---- stepping through ---- */

let at = 0;
const name = scene => 'h' + scene.hand + '.' + scene.move;

function go(step, quiet) {
	const before = scenes[at];
	at = Math.max(0, Math.min(scenes.length - 1, step));
	const scene = scenes[at];
	show(scene);
	find('where').textContent = scene.hand + '.' + scene.move;
	for (const [id, off] of [['first', at === 0], ['prev', at === 0],
		['next', at === scenes.length - 1], ['last', at === scenes.length - 1]])
		find(id).setAttribute('aria-disabled', off);
	for (const marked of document.querySelectorAll('.moves [aria-current]')) {
		marked.removeAttribute('aria-current');
		marked.querySelector('.at').tabIndex = -1;
	}
	const move = find(name(scene));
	if (move) {
		const list = move.closest('.list');
		move.setAttribute('aria-current', 'step');
		move.querySelector('.at').tabIndex = 0;
		list.scrollTop = move.offsetTop - list.clientHeight / 2;
	}
	if (!quiet && before !== scene)
		try {
			history.replaceState(null, '', '#' + name(scene));
		} catch (error) { /* browsers may refuse to change the address of a saved page */ }
}

/* Goes to the scene in the address: #hH.M is hand H, move M; #hH is the deal. */
function follow() {
	const played = find('played');
	const asked = /^#h(\d+)(?:\.(\d+))?$/.exec(location.hash);
	if (!asked)
		return go(at, true);
	if (played)
		played.open = true;
	const hand = +asked[1];
	const move = +(asked[2] || 0);
	const step = scenes.findIndex(scene => scene.hand === hand && scene.move === move);
	go(step >= 0 ? step : at, true);
	if (step >= 0)
		requestAnimationFrame(() => board.scrollIntoView({ block: 'nearest' }));
}

/* Polls for the review 20 times, at growing intervals, and reloads the page when it is ready. */
function await_review(time) {
	setTimeout(async () => {
		try {
			const answer = await fetch(location.pathname + '.json', { cache: 'no-cache' });
			if ((await answer.json()).reviewed) {
				if (find('played') && find('played').open)
					history.replaceState(null, '', '#' + name(scenes[at]));
				return location.reload();
			}
		} catch (error) { /* a saved page has no server to ask */ }
		if (time < 20)
			await_review(time + 1);
	}, 3000 * time);
}

function replay() {
	const steps = {
		first: () => 0, prev: () => at - 1, next: () => at + 1, last: () => scenes.length - 1
	};
	const keys = { Home: 'first', ArrowLeft: 'prev', ArrowRight: 'next', End: 'last' };
	let touched = null;
	for (const id in steps)
		find(id).addEventListener('click', () => go(steps[id]()));
	document.querySelector('.buttons').hidden = false;
	for (const link of document.querySelectorAll('.moves .at'))
		link.tabIndex = -1; /* so that Tab stops only at the current move, not at hundreds */
	document.addEventListener('keydown', event => {
		const free = !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
		if (!free || !(event.key in keys) || event.target.closest('pre'))
			return;
		event.preventDefault();
		go(steps[keys[event.key]]());
	});
	/* A swipe steps through the moves. Ignore two fingers, which zoom. */
	board.addEventListener('touchstart', event => {
		touched = event.touches.length === 1 ? event.touches[0].clientX : null;
	}, { passive: true });
	board.addEventListener('touchend', event => {
		const way = event.changedTouches[0].clientX - touched;
		if (touched !== null && Math.abs(way) > 40)
			go(way < 0 ? at + 1 : at - 1);
	}, { passive: true });
	if (find('soon'))
		await_review(1);
	window.addEventListener('hashchange', follow);
	window.addEventListener('load', follow);
	follow();
}

/* ---- the fairness check ---- */

const HANDS = 4096;
const bytes = text => new TextEncoder().encode(text);
const join = (...parts) => Uint8Array.from(parts.flatMap(part => [...part]));
const hex = array => [...array].map(byte => byte.toString(16).padStart(2, '0')).join('');
const unhex = text => Uint8Array.from(text.match(/../g), pair => parseInt(pair, 16));
const hash = async data => new Uint8Array(await crypto.subtle.digest('SHA-256', data));
const label = (record, hand) => bytes(`mitaines-fair-${record.fair}|${record.match}|${hand}\0`);

async function hmac(key, data) {
	const made = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
	return new Uint8Array(await crypto.subtle.sign('HMAC', made, data));
}

/* Reads the lines of a record with the data of its shuffles. */
function read(text) {
	const record = { fair: 1, match: '', seats: 0, hands: [] };
	for (const line of text.split('\n')) {
		const [word, first, second] = line.split(' ');
		const hand = record.hands[record.hands.length - 1];
		if (word === 'match')
			record.match = line.slice('match '.length);
		else if (word === 'fair')
			record.fair = +first;
		else if (word === 'seats')
			record.seats = line.split(' ').length - 1;
		else if (word === 'hand')
			record.hands.push({ deck: second.replace('deck=', '').split(','), nonces: [] });
		else if (word === 'nonce')
			hand.nonces[+first] = second;
		else if (word === 'commit')
			(hand || record).commit = first;
		else if (word === 'root')
			record.root = first;
		else if (word === 'reveal')
			hand.seed = unhex(first);
	}
	return record;
}

/* Returns the cards of a deck in their order before the shuffle: suit by suit, repeated for several packs. */
function ordered(deck) {
	const place = card => 'CDHS'.indexOf(card[1]) * 13 + '23456789TJQKA'.indexOf(card[0]);
	const kinds = [...new Set(deck)].sort((a, b) => place(a) - place(b));
	return Array.from({ length: deck.length / kinds.length }, () => kinds).flat();
}

async function shuffled(record, hand, number) {
	const nonces = Array.from({ length: record.seats }, (none, seat) => bytes(hand.nonces[seat] || ''));
	const key = await hmac(hand.seed, join(label(record, number),
		...nonces.map(nonce => [nonce.length, ...nonce])));
	const deck = ordered(hand.deck);
	let stream = [];
	let block = 0;
	for (let i = deck.length - 1; i > 0; i--) {
		const most = 256 - 256 % (i + 1);
		let byte;
		do {
			if (stream.length === 0)
				stream = [...await hmac(key, Uint8Array.of(block >> 24, block >> 16, block >> 8, block++))];
			byte = stream.shift();
		} while (byte >= most);
		[deck[i], deck[byte % (i + 1)]] = [deck[byte % (i + 1)], deck[i]];
	}
	return deck;
}

/* Computes the chain of seeds from the root. Stores the seeds of dealt hands, and returns the commitment. */
async function unroll(record) {
	let seed = unhex(record.root);
	for (let hand = HANDS - 1; hand >= 0; hand--) {
		if (record.hands[hand - 1])
			record.hands[hand - 1].seed = seed;
		seed = await hash(join(label(record, hand), seed));
	}
	return hex(seed);
}

/* Verifies all hands, and calls tell() for each step. Throws the reason on the first mismatch. */
async function prove(record, tell) {
	const own = record.fair === 1 || !record.root; /* the deal of a day has a seed of its own, and no chain */
	if (!own) {
		if (await unroll(record) !== record.commit)
			throw words.commit;
		tell(fill(words.chain, { count: HANDS, root: record.root, commit: record.commit }));
	}
	for (const [i, hand] of record.hands.entries()) {
		const commit = hand.seed && await hash(join(label(record, record.fair === 1 ? i + 1 : 0), hand.seed));
		if (!hand.seed || own && hex(commit) !== (hand.commit || record.commit))
			throw words.commit;
		const deck = await shuffled(record, hand, i + 1);
		if (deck.join() !== hand.deck.join())
			throw fill(words.deck, { hand: i + 1 });
		const nonces = Array.from({ length: record.seats }, (none, seat) => hand.nonces[seat] || '–');
		tell(fill(words.hand, { hand: i + 1, seed: hex(hand.seed), nonces: nonces.join(', '), deck: deck.join(' ') }));
	}
}

async function check(verdict) {
	const record = read(find('record').textContent);
	const say = (text, ok) => {
		verdict.textContent = text;
		if (ok !== undefined)
			verdict.dataset.ok = ok;
	};
	const tell = text => {
		const step = document.createElement('li');
		step.textContent = text;
		find('proof').append(step);
	};
	const promised = record.commit || record.hands.some(hand => hand.commit);
	if (!promised)
		return say(words.none);
	if (record.hands.length === 0 || record.fair === 2 && !record.root && !record.hands[0].seed)
		return say(words.early);
	if (!globalThis.crypto || !crypto.subtle)
		return say(words.unable);
	say(words.checking);
	try {
		await prove(record, tell);
		say(fill(words.ok, { proved: record.hands.length, hands: record.hands.length }) + ' ' + words.not, true);
	} catch (why) {
		say(fill(words.wrong, { why: typeof why === 'string' ? why : words.record }), false);
	}
}

if (board && scenes.length > 0)
	replay();
if (find('verdict'))
	check(find('verdict'));
})();
