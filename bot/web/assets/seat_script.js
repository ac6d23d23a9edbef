/*
 * The page of a seat: shows events at once, and sends moves without loading the page again. Uses the
 * functions for cards in script.js.
 */
(() => {
'use strict';

const find = id => document.getElementById(id);
const words = JSON.parse(find('words').textContent);
const { suits, fill, face, ink, put } = window.cards;
const form = find('hand');
const here = form.action.replace(/\/move$/, '');
const LINES = 12;
let view = null; /* the newest view */
let sent = 0; /* number of moves sent */
let busy = 0; /* number of the move on its way; 0: none is */
let armed = ''; /* the move that a second tap plays */

/* ---- elements ---- */

function make(name, text, attributes) {
	const element = document.createElement(name);
	if (text)
		element.textContent = text;
	for (const key in attributes)
		element.setAttribute(key, attributes[key]);
	return element;
}

/* Returns the rank of a card's code as the person reads it: T is 10, a French Jack is V. */
function rankOf(code) {
	const french = { J: 'V', Q: 'D', K: 'R' };
	return code === 'T' ? '10' : view.lang === 'fr' && french[code] || code;
}

const faceOf = (code, name) => face(rankOf(code[0]), suits['CDHS'.indexOf(code[1])], name);

/* ---- the hand ---- */

const spoken = text => make('span', text, { class: 'spoken' });

function moveButton(kind, move, ...content) {
	const button = make('button', '', { class: kind, name: 'move', value: move.move });
	button.append(...content);
	return button;
}

function playable(card, moves) {
	const texts = moves.length > 1
		? [spoken(card.name + ', '), make('span', moves[0].label, { class: 'label' })]
		: [spoken(card.name + ', ' + moves[0].label)];
	return moveButton('card', moves[0], faceOf(card.card), ...texts);
}

function held(card) {
	const item = make('li', '', { 'data-card': card.card });
	const moves = view.moves.filter(move => move.card === card.card);
	if (view.exchange) {
		const label = make('label', '', { class: 'card' });
		label.append(make('input', '', { type: 'checkbox', name: 'card', value: card.card }), faceOf(card.card), spoken(card.name));
		item.append(label);
	} else if (moves.length === 0) {
		const button = make('button', '', { class: 'card', type: 'button', 'aria-disabled': true });
		button.append(faceOf(card.card), spoken(card.name));
		item.append(button);
	} else {
		item.append(playable(card, moves), ...moves.slice(1).map(move => moveButton('call', move, spoken(card.name + ', '), move.label)));
	}
	return item;
}

/* Shows the hand. The focus stays at its card or, once that is played, at the next one. */
function showHand() {
	const list = form.querySelector('.cards');
	const acts = form.querySelector('.acts');
	const item = list.contains(document.activeElement) ? document.activeElement.closest('li') : null;
	const at = [...list.children].indexOf(item);
	form.elements.n.value = view.n;
	list.classList.toggle('many', view.hand.length > 7);
	list.replaceChildren(...view.hand.map(held));
	acts.replaceChildren(...view.moves.filter(move => !move.card).map(move => moveButton('call', move, move.label)));
	if (view.exchange)
		acts.append(make('button', fill(words.pass, { count: view.exchange }), { class: 'call', name: 'give', value: 1 }));
	armed = '';
	if (!item || view.hand.length === 0)
		return;
	const items = [...list.children];
	const same = items.find(other => other.dataset.card === item.dataset.card) || items[Math.min(at, items.length - 1)];
	same.querySelector('button, input').focus();
}

/* ---- the table ---- */

function showBoard(before) {
	find('board').hidden = view.state !== 'play';
	const top = find('top');
	if (view.top !== before.top) {
		const card = view.top ? faceOf(view.top, rankOf(view.top[0]) + suits['CDHS'.indexOf(view.top[1])]) : '';
		top.replaceChildren(card);
		if (card && before.n !== undefined)
			card.classList.add('new');
	}
	find('lies').replaceChildren(...view.board.map(line => put(make('p'), line, (rank, suit) => face(rank, suit, rank + suit))));
	find('live').replaceChildren(...view.live.map(line => put(make('li'), line, ink)));
}

function player(seat) {
	const item = make('li', '', seat.you ? { class: 'you' } : {});
	const name = seat.level ? fill(words.robot, { name: seat.name, level: words[seat.level] }) : seat.name;
	const rest = [seat.cards === undefined ? '' : fill(words.held, { cards: seat.cards }), seat.away ? words.absent : '']
		.filter(text => text).join(' · ');
	item.append(make('bdi', name), ' ', make('b', String(seat.points)), ' ', make('span', rest));
	return item;
}

function showClock() {
	const clock = find('clock');
	const left = Math.max(0, Math.round(view.deadline - Date.now() / 1000));
	const time = Math.floor(left / 60) + ':' + String(left % 60).padStart(2, '0');
	clock.textContent = view.deadline ? fill(words.clock, { time }) : '';
	clock.classList.toggle('soon', !!view.deadline && left <= 10 && view.your_turn);
}

function showLines() {
	const lines = find('lines');
	lines.firstElementChild.replaceChildren(...view.lines.map(line => put(make('li'), line, ink)));
	lines.scrollTop = lines.scrollHeight;
}

function showNext() {
	const over = view.state === 'over';
	find('next').hidden = !over;
	form.hidden = over;
	find('leave').hidden = over || !!view.exercise;
}

function show(fresh, more) {
	const before = view || {};
	view = fresh;
	if (view.n !== before.n)
		setBusy(0); /* the next move need not wait for the reply to the last one */
	document.title = (view.your_turn ? '● ' + words.yours : words.title) + ' · mitaines';
	find('players').replaceChildren(...view.seats.map(player));
	showBoard(before);
	const turn = find('turn');
	turn.classList.toggle('yours', view.your_turn);
	put(turn.firstElementChild, view.result || view.turn, ink);
	showClock();
	showLines();
	showNext();
	showHand();
	tell(before, more);
}

/* ---- telling ---- */

/* Says what happened to screen readers, and calls the person if it is their turn. */
function tell(before, more) {
	if (before.n === undefined)
		return;
	const turn = view.turn !== before.turn && !view.result ? [view.turn] : [];
	if (more.length + turn.length > 0)
		find('told').textContent = [...more, ...turn].join(' ');
	if (!view.your_turn || before.your_turn)
		return;
	if (chosen('sound'))
		beep();
	if (chosen('notify') && document.hidden && Notification.permission === 'granted')
		new Notification(words.yours, { body: words.title, tag: 'mitaines' });
}

const chosen = name => {
	try {
		return localStorage.getItem('mitaines.' + name) === 'on';
	} catch (refused) {
		return false;
	}
};

function beep() {
	try {
		const audio = new AudioContext();
		const tone = audio.createOscillator();
		const volume = audio.createGain();
		volume.gain.value = .1;
		tone.frequency.value = 660;
		tone.connect(volume).connect(audio.destination);
		tone.start();
		tone.stop(audio.currentTime + .15);
		tone.onended = () => audio.close();
	} catch (silent) { /* a browser without sound */ }
}

function addSwitches() {
	for (const name of ['sound', 'notify']) {
		const box = find(name);
		if (name === 'notify' && !('Notification' in window)) {
			box.parentElement.remove();
			continue;
		}
		box.checked = chosen(name);
		box.addEventListener('change', async () => {
			if (name === 'notify' && box.checked && await Notification.requestPermission() !== 'granted')
				box.checked = false;
			localStorage.setItem('mitaines.' + name, box.checked ? 'on' : 'off');
			if (name === 'sound' && box.checked)
				beep();
		});
	}
	find('switches').hidden = false;
}

function notice(text) {
	if (find('notice').textContent !== text)
		find('notice').textContent = text;
}

/* ---- moves ---- */

/* Gets the whole view. An ended seat's page says so itself. */
async function refresh() {
	try {
		const answer = await fetch(here + '.json');
		if (answer.status === 404)
			location.reload();
		if (answer.ok)
			show(await answer.json(), []);
		return answer.ok;
	} catch (lost) {
		return false;
	}
}

function setBusy(number) {
	busy = number;
	form.setAttribute('aria-busy', busy !== 0);
}

async function send(body, button) {
	const n = view && view.n;
	const own = ++sent;
	setBusy(own);
	button.classList.add('sent');
	try {
		const answer = await fetch(form.action, { method: 'POST', body, headers: { Accept: 'application/json' } });
		const told = await answer.json();
		notice(told.say || '');
		if (answer.status === 404)
			location.reload();
		if (told.view)
			show(told.view, []);
		else if (answer.ok)
			setTimeout(() => view && view.n === n && refresh(), 1500); /* the event is late */
	} catch (lost) {
		notice(words.lost);
		setTimeout(refresh, 1000);
	}
	if (busy === own)
		setBusy(0);
	button.classList.remove('sent');
}

/* With `set confirm on` the first tap only chooses a move. Returns true for the second one. */
function confirmed(button) {
	if (!view || !view.confirm || button.name !== 'move' || armed === button.value)
		return true;
	for (const other of form.querySelectorAll('.armed'))
		other.classList.remove('armed');
	armed = button.value;
	button.classList.add('armed');
	const texts = [...button.childNodes].filter(node => node.nodeName !== 'svg');
	notice(fill(words.again, { move: texts.map(node => node.textContent).join('') }));
	return false;
}

let pressed = null;
form.addEventListener('click', event => { pressed = event.target.closest('button'); });

form.addEventListener('submit', event => {
	const button = event.submitter || pressed; /* older browsers name no submitter */
	if (!button)
		return;
	event.preventDefault();
	if (busy || !confirmed(button))
		return;
	const body = new URLSearchParams(new FormData(form));
	const exchange = view && view.exchange;
	if (exchange && body.getAll('card').length !== exchange)
		return notice(fill(words.choose, { count: exchange }));
	if (button.name)
		body.set(button.name, button.value);
	send(body, button);
});

/* Arrows go from card to card; Enter plays, as with any button. */
form.addEventListener('keydown', event => {
	const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
	const buttons = [...form.querySelectorAll('button, input[type=checkbox]')];
	const at = buttons.indexOf(document.activeElement);
	if (!step || at < 0)
		return;
	event.preventDefault();
	buttons[(at + step + buttons.length) % buttons.length].focus();
});

document.addEventListener('keydown', event => {
	const free = !event.altKey && !event.ctrlKey && !event.metaKey && document.activeElement === document.body;
	const first = form.querySelector('button, input[type=checkbox]');
	if (!free || !event.key.startsWith('Arrow') || !first)
		return;
	event.preventDefault();
	first.focus();
});

/* ---- events ---- */

function listen() {
	const events = new EventSource(here + '/events');
	const read = event => JSON.parse(event.data);
	events.addEventListener('view', event => {
		if (find('notice').textContent === words.lost)
			notice('');
		show(read(event), []);
	});
	events.addEventListener('change', event => {
		const { more = [], ...change } = read(event);
		const fresh = Object.assign({}, view, change);
		fresh.lines = fresh.lines.concat(more).slice(-LINES);
		for (const key in change)
			if (change[key] === null)
				delete fresh[key];
		if (find('notice').textContent !== words.away)
			notice('');
		show(fresh, more);
	});
	events.addEventListener('away', () => notice(words.away));
	events.addEventListener('back', () => notice(''));
	events.addEventListener('end', () => {
		events.close();
		location.reload();
	});
	events.addEventListener('error', () => {
		notice(words.lost);
		if (events.readyState !== EventSource.CLOSED)
			return;
		setTimeout(async () => {
			await refresh();
			listen();
		}, 1000);
	});
}

addSwitches();
setInterval(() => view && view.deadline && showClock(), 1000);
listen();
})();
