/* ---- the result of the deal of a day: the browser keeps it, and passes it on ---- */

/* Keeps the result that the page shows, so that the front page can count days, and delete it. */
function keepResult() {
	const result = find('result');
	if (!result || !result.dataset.key) /* a challenge has a link, and no day */
		return;
	const { day, key, late } = result.dataset;
	try {
		const kept = { word: '', days: {}, ...JSON.parse(localStorage.getItem('mitaines.daily')) };
		if (kept.days[day]) /* the first result of a day counts */
			return;
		kept.days[day] = { key, seat: location.pathname.split('/').pop(), late };
		localStorage.setItem('mitaines.daily', JSON.stringify(kept));
	} catch (refused) { /* the page shows the result all the same */ }
}

async function share(asked) {
	const result = find('result');
	const { dare, points, copied } = result.dataset;
	const body = new URLSearchParams(new FormData(asked));
	const headers = { Accept: 'application/json' };
	const answer = await (await fetch(location.href, { method: 'POST', body, headers })).json();
	notice(answer.say);
	if (answer.status !== 200)
		return;
	const text = 'Mitaines. ' + (body.has('tells') ? points + ' ' : '') + dare;
	if (navigator.share)
		await navigator.share({ text, url: result.href });
	else {
		await navigator.clipboard.writeText(text + ' ' + result.href);
		notice(copied);
	}
}

document.addEventListener('submit', event => {
	if (event.target.id === 'delete')
		stop(); /* the end of the seat must not reload the page before the answer */
	if (event.target.id !== 'share')
		return;
	event.preventDefault();
	share(event.target).catch(refused => {
		/* a person who closes the dialog wants nothing; else the link below can be copied by hand */
		if (refused.name !== 'AbortError')
			getSelection().selectAllChildren(find('result'));
	});
});
