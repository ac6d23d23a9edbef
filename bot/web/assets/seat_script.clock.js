/* ---- the clock ---- */

let ends = 0; /* end of the turn's time by performance.now(); 0: no clock runs */
let whole = 1; /* seconds that were left when this page first saw the turn */

function setClock(left) {
	const was = (ends - performance.now()) / 1000;
	ends = left === undefined ? 0 : performance.now() + left * 1000;
	if (ends && left > was + 2)
		whole = left;
	showClock();
}

function showClock() {
	const clock = find('clock');
	const left = Math.max(0, Math.round((ends - performance.now()) / 1000));
	const time = Math.floor(left / 60) + ':' + String(left % 60).padStart(2, '0');
	clock.textContent = ends ? clock.dataset.text.replace('{time}', time) : '';
	table.style.setProperty('--left', ends ? left / whole : 1);
	clock.classList.toggle('soon', ends > 0 && left <= 10 && yours);
}

setInterval(() => ends && showClock(), 1000);
