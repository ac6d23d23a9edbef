/* ---- moves ---- */

const PATIENCE = 5000; /* ms that a request waits for its answer */

let sent = 0; /* number of moves that this page has sent */
let unsent = -1; /* number, in the match, of a move that got no answer; -1: none */
let busy = 0; /* value of `sent` for the move on its way; 0: none */
let armed = ''; /* move that waits for a second tap; empty: none */
let pressed = null;

/* Allows the next move. Called when the table has changed: the reply to the last move may still come. */
function settle() {
	if (form)
		setBusy(0);
	armed = '';
}

function setBusy(number) {
	busy = number;
	form.setAttribute('aria-busy', busy !== 0);
}

/* Posts a form. Returns the bot's answer, or null if none came in time. */
async function post(body) {
	const abort = new AbortController();
	const timer = setTimeout(() => abort.abort(), PATIENCE);
	try {
		const headers = { Accept: 'application/json' };
		const answer = await fetch(form.action, { method: 'POST', body, headers, signal: abort.signal });
		return await answer.json();
	} catch (lost) {
		return null;
	} finally {
		clearTimeout(timer);
	}
}

/* Sends a move, and once more if no answer comes. The number of the move keeps the bot from playing it twice. */
async function send(body, button) {
	const own = ++sent;
	setBusy(own);
	button.classList.add('sent');
	const once = await post(body);
	const told = once || await post(body);
	unsent = told ? -1 : +body.get('n');
	if (!told)
		notice(words.unsent);
	else if (once || told.status !== 409) /* after a second attempt, 409 means that the first one arrived */
		notice(told.say);
	if (told && told.status === 404)
		location.reload();
	if (!told || told.status === 409)
		listen();
	if (busy === own)
		setBusy(0);
	button.classList.remove('sent');
}

/*
 * Handles a tap on a move. Returns true if the move is played: at once, or by the second tap if it must be confirmed.
 */
function confirmed(button) {
	if (!('sure' in button.dataset) || armed === button.value)
		return true;
	for (const other of form.querySelectorAll('.armed'))
		other.classList.remove('armed');
	armed = button.value;
	button.classList.add('armed');
	const texts = [...button.childNodes].filter(node => !node.classList || !node.classList.contains('k'));
	notice(words.again.replace('{move}', texts.map(node => node.textContent).join('')));
	return false;
}

function play() {
	form.addEventListener('click', event => {
		pressed = event.target.closest('button');
		if (pressed && pressed.getAttribute('aria-disabled'))
			pressed.focus(); /* not all browsers focus a tapped button; with the focus it shows why it is disabled */
	});
	form.addEventListener('submit', event => {
		const button = event.submitter || pressed; /* older browsers name no submitter */
		if (!button)
			return;
		event.preventDefault();
		if (busy || !confirmed(button))
			return;
		const body = new URLSearchParams(new FormData(form));
		if (button.name)
			body.set(button.name, button.value);
		send(body, button);
	});
	/* Arrow keys go from card to card. Enter plays the card, as with any button. */
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
	addSwitches();
}
