/* ---- events ---- */

const SILENCE = 30000; /* ms after which a connection without an event is taken as dead */
const HIDDEN = 60000; /* ms after which a hidden page closes its stream, because the server limits the streams of a seat */

let events = null;
let heard = 0; /* time of the last event, by performance.now() */
let later = 0; /* timer that opens the stream */
let hiding = 0; /* timer that closes the stream of a hidden page */
let refused = 0; /* attempts in a row that the server refused */

function stop() {
	clearTimeout(later);
	if (events)
		events.close();
	events = null;
}

/* Opens a new stream of events. Its first event brings all parts. */
function listen() {
	stop();
	const source = events = new EventSource(words.events);
	let first = true;
	const on = (type, act) => source.addEventListener(type, event => {
		heard = performance.now();
		refused = 0;
		act(event.data);
	});
	heard = performance.now();
	on('parts', data => {
		const view = JSON.parse(data);
		/* Do not clear the reason of a refusal at the first event after the refused move. */
		if (view.n !== unsent && (!first || [words.lost, words.away].includes(find('notice').textContent)))
			notice('');
		show(view, first);
		first = false;
	});
	on('beat', () => {});
	on('away', () => notice(words.away));
	on('back', () => notice(''));
	on('end', address => {
		stop();
		if (address)
			location.replace(address);
		else
			location.reload();
	});
	source.addEventListener('error', () => {
		notice(words.lost);
		if (source === events && source.readyState === EventSource.CLOSED)
			ask();
	});
}

/* Asks the page why the server refused the stream: the table has ended, or the bot is away. */
async function ask() {
	stop();
	const answer = await fetch(location.href, { cache: 'no-store' }).catch(() => ({ status: 0 }));
	if (answer.status === 404)
		location.reload();
	else if (answer.redirected)
		location.replace(answer.url);
	else if (answer.status === 503)
		notice(words.away);
	if (!events)
		later = setTimeout(listen, Math.min(1000 * 2 ** refused++, 10000));
}

function checkSilence() {
	if (!events || performance.now() - heard < SILENCE)
		return;
	notice(words.lost);
	listen();
}

/* Closes the stream of a hidden page after a while, unless it must call the player. */
function watchHidden() {
	clearTimeout(hiding);
	if (!document.hidden)
		listen();
	else if (!chosen('sound') && !chosen('notify'))
		hiding = setTimeout(stop, HIDDEN);
}

document.addEventListener('visibilitychange', watchHidden);
addEventListener('pageshow', event => event.persisted && listen());
addEventListener('pagehide', stop);
addEventListener('online', listen);
setInterval(checkSilence, 1000);
if (form)
	play();
listen();
if (document.hidden)
	watchHidden();
