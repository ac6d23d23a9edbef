/* ---- motion: cards move from their old place to the new one, for half a second at most ---- */

const still = matchMedia('(prefers-reduced-motion: reduce)');
const boxOf = element => element && element.getBoundingClientRect();
const nameOf = card => card.className + card.textContent;

/* Returns the places of the cards, and the points of the player to move. Returns null if nothing shall move. */
function look() {
	if (still.matches || document.hidden || !document.body.animate)
		return null;
	const cards = new Map();
	for (const card of document.querySelectorAll('#hand .k, .lie .k'))
		cards.set(nameOf(card), boxOf(card));
	const taken = find('taken');
	return { cards, taken: taken && taken.textContent, mover: boxOf(document.querySelector('#players .turn b')) };
}

function fly(element, from, to, end, duration) {
	const start = `translate(${from.left - to.left}px, ${from.top - to.top}px) scale(${from.width / to.width})`;
	return element.animate([{ transform: start, transformOrigin: '0 0' }, { transformOrigin: '0 0', ...end }],
		{ duration, easing: 'ease-out' });
}

/* Moves a copy of the captured cards to the player who took them. */
function carry(taken) {
	const to = boxOf(find(taken.dataset.to));
	const cards = taken.firstElementChild;
	const from = boxOf(cards);
	if (!to || !from.width)
		return;
	const copy = cards.cloneNode(true);
	copy.className = 'carried';
	copy.style.left = from.left + 'px';
	copy.style.top = from.top + 'px';
	copy.setAttribute('aria-hidden', true);
	table.append(copy);
	const end = { transform: `translate(${to.left + to.width / 2 - from.left}px, ${to.top - from.top}px) scale(.3)`, opacity: .2 };
	fly(copy, from, from, end, 500).onfinish = () => copy.remove();
}

function move(before) {
	const stock = boxOf(document.querySelector('.STOCK .k'));
	for (const card of document.querySelectorAll('#hand .k, .lie .k:not(.back), #taken .k')) {
		const inHand = card.closest('#hand');
		const from = before.cards.get(nameOf(card)) || (inHand ? stock : before.mover);
		const to = boxOf(card);
		if (from && to.width && Math.abs(from.left - to.left) + Math.abs(from.top - to.top) > 4)
			fly(card, from, to, { transform: 'none' }, 300);
	}
	const taken = find('taken');
	if (taken && taken.textContent !== before.taken)
		carry(taken);
}
