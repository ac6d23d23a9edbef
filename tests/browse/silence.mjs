/* silence.mjs - tests pages of seats whose connection is stopped, cut or refused, or loses answers,
 * on a device with a wrong clock and in a browser that refuses functions. Each page must recover by
 * itself, or say that it cannot. */
import http from 'node:http';

/* Starts a proxy in front of the pages, like nginx. way.down: it answers 502. way.lost, way.unsent:
 * so many answers to moves, or so many moves, get lost. way.stop(): sends nothing more on the open
 * connections. */
export function relay(port) {
	const open = new Set();
	const way = { down: false, lost: 0, unsent: 0, stop: () => open.forEach(answer => { answer.stopped = true; }) };
	const server = http.createServer((request, answer) => {
		const { pathname, search } = new URL(request.url);
		const move = request.method === 'POST';
		if (way.down)
			return answer.writeHead(502).end('<html>');
		if (move && way.unsent > 0)
			return way.unsent--;
		const options = { port, host: '127.0.0.1', path: pathname + search, method: request.method, headers: request.headers };
		const further = http.request(options, told => {
			if (move && way.lost > 0)
				return way.lost--;
			answer.writeHead(told.statusCode, told.headers);
			told.on('data', bytes => answer.stopped || answer.write(bytes));
			told.on('end', () => answer.stopped || answer.end());
		}).on('error', () => answer.destroy());
		open.add(answer.on('close', () => open.delete(answer) && further.destroy()));
		request.pipe(further);
	});
	way.restart = () => { way.down = true; server.closeAllConnections(); };
	return new Promise(done => server.listen(0, '127.0.0.1', () => done({ way, server, port: server.address().port })));
}

/* Spoils a browser: its clock is five hours fast, and some of its functions fail. */
function spoil() {
	const now = Date.now;
	Date.now = () => now() + 5 * 3600 * 1000;
	Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('refused'); } });
	window.Notification = class {
		static permission = 'granted';
		static requestPermission = async () => 'granted';
		constructor() { throw new TypeError('Illegal constructor'); }
	};
	Object.defineProperty(document, 'hidden', { get: () => window.away === true });
}

async function prepare(page) {
	await page.clock.install();
	await page.addInitScript(spoil);
}

/* Makes a page appear hidden, or shown again. */
const setHidden = (page, hidden) => page.evaluate(away => {
	window.away = away;
	document.dispatchEvent(new Event('visibilitychange'));
}, hidden);

/* Plays at a table of two, where the first person connects through the relay. urls: of the two
 * seats. open, read, until, wrong: functions of seats.mjs. The turn clock is ten minutes. */
export async function endure(browser, urls, web, { open, read, until, wrong }) {
	const { way, server, port } = await relay(web);
	const size = { viewport: { width: 360, height: 740 } };
	const [near, far] = [await open(browser, urls[0], { ...size, proxy: { server: `http://127.0.0.1:${port}`, bypass: '<-loopback>' } },
		prepare), await open(browser, urls[1], size)];
	near.failing = true;
	const { page } = near;
	const said = () => page.textContent('#notice');
	const tap = seat => seat.page.evaluate(() => { document.querySelector('button[name=move]')?.click(); });
	const number = async () => (await read(near)).n;
	/* Moves at the far seat until it is the near seat's turn. */
	const myTurn = () => until('my turn', async () => {
		if ((await read(near)).moves > 0)
			return true;
		if ((await read(far)).moves > 0)
			await tap(far);
		return false;
	});
	const follows = async what => until(what, async () =>
		(await read(near)).n === (await read(far)).n && await said() === '');

	if (!/\b(9:\d\d|10:00)/.test(await until('a clock', () => page.textContent('#clock'))))
		wrong('clock', `a device with a wrong clock shows ${await page.textContent('#clock')}`);

	await myTurn();
	let before = await number();
	way.lost = 1;
	await tap(near);
	await page.clock.fastForward(6000);
	await until('the move is sent again', async () => await number() > before);
	await follows('a lost answer is not told');

	await myTurn();
	before = await number();
	way.unsent = 2;
	await tap(near);
	await until('the move gets lost', () => way.unsent === 1);
	await page.clock.fastForward(6000);
	await until('the move gets lost again', () => way.unsent === 0);
	await page.clock.fastForward(6000);
	await until('a lost move is told', async () => await said() === 'Your move did not arrive: tap again.');
	await tap(near);
	await until('the next tap plays', async () => await number() > before);
	await follows('the notice goes');

	await myTurn();
	before = await number();
	way.stop();
	await tap(near); /* the answer comes on a new connection, the event does not */
	await until('the other seat follows', async () => (await read(far)).n > before);
	if (await number() > before)
		wrong('silence', 'the connection was not stopped');
	await page.clock.fastForward(31000);
	await follows('a silent connection is opened anew');

	way.restart();
	await until('a lost connection is told', async () => await said() !== '');
	await page.clock.fastForward(5000);
	way.down = false;
	await page.clock.fastForward(11000);
	await follows('the page comes back after a restart of the proxy');

	for (const key of ['notify', 'sound'])
		await page.evaluate(id => document.getElementById(id).click(), key);
	await until('the switch goes', async () => await page.$('#notify') === null);
	if (!await page.isChecked('#sound'))
		wrong('sound', 'is off without storage');
	await page.evaluate(() => document.getElementById('sound').click());

	const tabs = [near];
	while (tabs.length < 7) {
		await setHidden(tabs.at(-1).page, true);
		await tabs.at(-1).page.clock.fastForward(61000);
		const tab = { page: await near.context.newPage() };
		await prepare(tab.page);
		await tab.page.goto(urls[0]);
		await until(`tab ${tabs.length + 1} shows the hand`, async () => (await read({ ...tab, scripted: true })).ready);
		tabs.push(tab);
	}
	if ((await read(far)).moves > 0)
		await tap(far);
	await setHidden(page, false);
	await follows('a tab that is shown again follows');
	for (const seat of [near, far])
		await seat.context.close();
	server.close();
}
