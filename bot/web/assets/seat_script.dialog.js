/* ---- in this page: rules, the question before leaving, and an exercise ---- */

async function openHere(link) {
	const answer = await fetch(link.href);
	const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
	const content = page.querySelector('main');
	if (!answer.ok || !content)
		return location.assign(link.href);
	const box = document.createElement('dialog');
	const close = document.createElement('button');
	for (const part of [content, ...content.querySelectorAll('[id]')])
		part.removeAttribute('id');
	close.textContent = words.back;
	close.className = 'back';
	box.append(close, ...page.querySelectorAll('.suits'), content);
	box.addEventListener('click', event => {
		const back = event.target.closest('a[href$="' + location.pathname + '"]');
		if (back)
			event.preventDefault();
		if (back || event.target === close || event.target === box)
			box.close();
	});
	box.addEventListener('submit', stop); /* stop the stream, whose "end" event would reload the page before the answer */
	box.addEventListener('close', () => box.remove());
	document.body.append(box);
	box.showModal();
}

document.addEventListener('click', event => {
	const link = event.target.closest('a.here');
	if (!link || event.ctrlKey || event.metaKey || !window.HTMLDialogElement)
		return;
	event.preventDefault();
	openHere(link).catch(() => location.assign(link.href));
});

/* Adds the frame in which the form opens the exercise. Without a frame it would open in a new tab. */
document.addEventListener('submit', event => {
	if (event.target.target !== 'exercise' || find('exercise'))
		return;
	const frame = document.createElement('iframe');
	frame.id = frame.name = 'exercise';
	frame.title = event.target.textContent;
	event.target.after(frame);
});
document.body.classList.toggle('framed', window.parent !== window);
