/* ---- the result of a daily deal: the browser stores it and shares it ---- */

/* Stores the result that the page shows, for pages that count days or delete the result. */
function keepResult() {
	const result = find('result');
	if (!result || !result.dataset.key) /* a challenge has no data-key, and is not stored */
		return;
	const { day, key, late } = result.dataset;
	try {
		const kept = { word: '', days: {}, ...JSON.parse(localStorage.getItem('mitaines.daily')) };
		if (kept.days[day]) /* the first result of a day counts */
			return;
		kept.days[day] = { key, seat: location.pathname.split('/').pop(), late };
		localStorage.setItem('mitaines.daily', JSON.stringify(kept));
	} catch (refused) { /* the browser stores nothing, but the page still shows the result */ }
}

/* Signs the result, and shares it unless the person only saves the name. */
async function share(asked, saves) {
	const result = find('result');
	const { dare, points, copied, saved } = result.dataset;
	const body = new URLSearchParams(new FormData(asked));
	const headers = { Accept: 'application/json' };
	const answer = await (await fetch(location.href, { method: 'POST', body, headers })).json();
	notice(answer.say);
	if (answer.status === 200 && saves)
		notice(saved);
	if (answer.status !== 200 || saves)
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
		stop(); /* stop the stream, whose "end" event would reload the page before the answer */
	if (event.target.id !== 'share')
		return;
	event.preventDefault();
	share(event.target, event.submitter && event.submitter.name === 'save').catch(refused => {
		/* AbortError: the person closed the dialog. After other errors select the link, for copying by hand. */
		if (refused.name !== 'AbortError')
			getSelection().selectAllChildren(find('result'));
	});
});
