/*
 * The page of a table. The server draws each part of it. This script replaces the parts that changed, sends moves
 * without loading the page again, and runs the clock.
 */
const find = id => document.getElementById(id);
const table = find('table');
const words = table.dataset;
const form = find('hand'); /* null for spectators */
const name = document.querySelector('h1').textContent;
const LINES = 12;
let reviewed = 0; /* timer that opens the stream anew for the review, once the match is over; 0: none */
let yours = false; /* it is this player's turn */

function notice(text) {
	if (find('notice').textContent !== text)
		find('notice').textContent = text;
}

/* Shows a part. The focus stays on its card or, if that was played, moves to the next one. */
function put(id, html) {
	const part = find(id);
	if (!part)
		return;
	const item = part.contains(document.activeElement) ? document.activeElement.closest('[data-k]') : null;
	const at = item && [...item.parentElement.children].indexOf(item);
	part.innerHTML = html;
	if (!item)
		return;
	const items = [...part.querySelectorAll('[data-k]')];
	const same = items.find(other => other.dataset.k === item.dataset.k) || items[Math.min(at, items.length - 1)];
	if (same)
		same.querySelector('button, input').focus();
}

/* Adds lines of talk, and drops the oldest. */
function talk(html) {
	const lines = find('lines');
	lines.insertAdjacentHTML('beforeend', html);
	while (lines.childElementCount > LINES)
		lines.firstChild.remove();
	find('talk').scrollTop = find('talk').scrollHeight;
}

const textOf = html => new DOMParser().parseFromString(html.replaceAll('<li>', ' '), 'text/html').body.textContent;

/* Shows the parts in an event, and says them to screen readers. first: the page shows them already. */
function show(view, first) {
	const { more, ...parts } = view.parts;
	const before = first ? null : look();
	for (const id in parts)
		put(id, parts[id]);
	if (more)
		talk(more);
	if (before && parts.felt)
		move(before);
	if (!first && (more || parts.turn))
		find('told').textContent = textOf((more || '') + ' ' + (parts.turn || ''));
	document.title = (view.yours ? '● ' + words.yours : name) + ' · mitaines';
	find('say').classList.toggle('yours', view.yours);
	if (view.yours && !yours && !first)
		call();
	if (parts.end && !reviewed)
		reviewed = setTimeout(listen, 15000); /* by then the review is probably ready; the new stream brings it */
	keepResult();
	yours = view.yours;
	setClock(view.left);
	settle();
}
