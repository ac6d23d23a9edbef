/* ---- events ---- */

let events = null;

/* Opens the stream of events anew. Its first event brings all parts. */
function listen() {
	if (events)
		events.close();
	const source = events = new EventSource(words.events);
	let first = true;
	events.addEventListener('parts', event => {
		notice('');
		show(JSON.parse(event.data), first);
		first = false;
	});
	events.addEventListener('away', () => notice(words.away));
	events.addEventListener('back', () => notice(''));
	events.addEventListener('end', event => {
		source.close();
		if (event.data)
			location.replace(event.data);
		else
			location.reload();
	});
	events.addEventListener('error', () => {
		notice(words.lost);
		if (source.readyState === EventSource.CLOSED)
			setTimeout(listen, 1000);
	});
}

if (form)
	play();
listen();
