/* seats.mjs BOT FOLDER - plays matches on the pages of seats in a browser: all presets, two and
 * four people, on a phone and wide, with and without scripts, and one match over two networks.
 * Starts an IRC server, a Synapse, the bot and its pages in a temporary folder. Pictures of the
 * pages go to FOLDER. Prints how long moves took and each fault, and exits with an error if it
 * found one. */
import { createRequire } from 'node:module';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MatrixPerson, synapse } from './matrix.mjs';
import { begin, finish, freePort, listens, logged, meet, serve, sleep, start, until, work } from './servers.mjs';
import { endure } from './silence.mjs';

const [program, folder] = process.argv.slice(2);
const require = createRequire(pathToFileURL(process.env.MODULES + '/'));
const { chromium } = require('playwright-core');
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const FIRST = 25 * 1024;
const MOVE = 3 * 1024;
const PHONE = { width: 360, height: 740 };
const WIDE = { width: 1280, height: 900 };
const SMALL = [{ width: 640, height: 330 }, { width: 180, height: 370 }]; /* a phone on its side; text at 200 % */

let faults = 0;
function wrong(where, what) {
	faults++;
	console.log(`${where}: ${what}`);
}

/* ---- pages ---- */

const took = []; /* milliseconds from each tap to the updated board */
const weights = []; /* bytes that each move at the table brings to a page */

/* Opens the page of a seat. options: of its browser context. prepare: is called with the page
 * before it loads. */
async function open(browser, url, options, prepare) {
	const context = await browser.newContext({ bypassCSP: true, ...options });
	const page = await context.newPage();
	if (prepare)
		await prepare(page);
	const seat = { page, context, url, weight: 0, scripted: options.javaScriptEnabled !== false };
	seat.where = `${options.viewport.width}${seat.scripted ? '' : ' without scripts'}`;
	page.on('pageerror', error => wrong(seat.where, error.message));
	page.on('console', message => {
		if (message.type() === 'error' && !seat.failing && !/ (404|409) /.test(message.text()))
			wrong(seat.where, message.text());
	});
	const session = await context.newCDPSession(page);
	await session.send('Network.enable');
	session.on('Network.loadingFinished', event => { seat.weight += event.encodedDataLength; });
	session.on('Network.eventSourceMessageReceived', event => { seat.weight += event.data.length; });
	const answer = await page.goto(url);
	if (seat.weight > FIRST)
		wrong(seat.where, `the first visit weighs ${seat.weight} bytes`);
	for (const [name, value] of [['cache-control', 'no-store'], ['referrer-policy', 'same-origin'], ['x-robots-tag', 'noindex']])
		if (answer.headers()[name] !== value)
			wrong(seat.where, `${name}: ${answer.headers()[name]}`);
	seat.first = seat.weight;
	return seat;
}

/* Checks a page with axe, an accessibility checker. Also checks the size of the cards, and that the
 * hand is in sight. */
async function look(seat, name) {
	const { page } = seat;
	for (const colorScheme of ['light', 'dark']) {
		await page.emulateMedia({ colorScheme });
		if (seat.scripted) {
			await page.evaluate(axe);
			const found = await page.evaluate(() => window.axe.run({ rules: { 'target-size': { enabled: true } } }));
			for (const fault of found.violations)
				wrong(`${name} ${seat.where} ${colorScheme}`,
					`${fault.id}: ${fault.nodes.map(node => node.html).slice(0, 3).join(' ')}`);
		}
		if (await page.evaluate(() => document.querySelector('#lines li:last-child')?.getBoundingClientRect().bottom >
			document.getElementById('talk').getBoundingClientRect().bottom + 1))
			wrong(`${name} ${seat.where}`, 'the last line is out of view');
		await page.screenshot({ path: `${folder}/${`seat ${name} ${seat.where} ${colorScheme}`.replace(/\W+/g, '_')}.png` });
	}
	if (!seat.scripted)
		return;
	const own = page.viewportSize();
	for (const size of [own, ...own.width === PHONE.width ? SMALL : []]) {
		await page.setViewportSize(size);
		const where = `${name} ${size.width}`;
		const shape = await page.evaluate(measure);
		if (shape.wide)
			wrong(where, 'is wider than the screen');
		if (shape.cards.some(width => width < 44))
			wrong(where, 'a card is narrower than 44 px: ' + shape.cards);
		if (shape.turn > size.height / (shape.sticky ? 3 : 1))
			wrong(where, `the turn ends at ${shape.turn} of ${size.height}`);
		if (shape.hand > size.height + 1) /* 0: the hand is hidden */
			wrong(where, `the cards of the hand end at ${shape.hand} of ${size.height}`);
		if (shape.cut)
			wrong(where, 'the table begins above its felt');
		if (size !== own)
			await page.screenshot({ path: `${folder}/${`seat ${where}`.replace(/\W+/g, '_')}.png` });
	}
	await page.setViewportSize(own);
}

/* Returns where the parts of a page end. On a small screen, calls may be below it; with text at 200
 * %, all but the first cards may be, too. */
function measure() {
	const box = element => element.getBoundingClientRect();
	const hand = document.getElementById('hand');
	const felt = document.getElementById('felt');
	const seen = { 180: '.card', 640: '.cards' }[innerWidth] || '.none';
	return {
		wide: document.documentElement.scrollWidth > innerWidth,
		cards: [...document.querySelectorAll('.card')].map(card => box(card).width),
		turn: box(document.getElementById('say')).bottom,
		sticky: getComputedStyle(document.getElementById('say')).position === 'sticky',
		hand: box(hand.querySelector(seen) || hand).bottom,
		cut: felt.firstElementChild && box(felt.firstElementChild).height > 0 && box(felt.firstElementChild).top < box(felt).top
	};
}

/* Returns what a page shows now. A page without scripts shows nothing while it loads. */
const read = seat => seat.page.evaluate(() => ({
	ready: true,
	title: document.title,
	n: +document.querySelector('[name=n]')?.value,
	over: document.getElementById('end').childElementCount > 0,
	moves: document.querySelectorAll('button[name=move]').length,
	choices: document.querySelectorAll('input[name=card]').length,
	text: document.getElementById('turn').textContent + ' ' + document.getElementById('notice').textContent
})).catch(error => {
	if (seat.scripted)
		throw error;
	return { ready: false, moves: 0, choices: 0 };
});

/* Loads a page without scripts. Tries again if the reload that the page makes itself aborts this
 * one. */
const load = seat => until('the page loads', () => seat.page.goto(seat.url).catch(() => null));

/* Taps a move, and waits until scripts show the next view. Returns the milliseconds between both,
 * on the clock of the page. */
const tap = (seat, which) => seat.page.evaluate(number => new Promise(done => {
	const moves = () => document.querySelector('[name=n]')?.value;
	const from = performance.now();
	const before = moves();
	const observer = new MutationObserver(() => {
		if (moves() === before)
			return;
		observer.disconnect();
		done(performance.now() - from);
	});
	observer.observe(document.getElementById('hand'), { childList: true, subtree: true });
	setTimeout(() => done(-1), 10000);
	const button = document.querySelectorAll('button[name=move]')[number];
	button.click();
	if ('sure' in button.dataset) /* the player must confirm a choice that cannot be taken back */
		button.click();
}), which);

/* Makes one move if it is the turn of the seat. Returns false if it is not. */
async function move(seat, random) {
	const { page } = seat;
	const table = await read(seat);
	if (table.over || table.moves + table.choices === 0)
		return false;
	if (!table.title.includes('Your turn'))
		wrong(seat.where, 'the title does not tell the turn: ' + table.title);
	if (table.choices > 0) {
		for (let i = 0; i < 3; i++)
			await page.locator('input[name=card]').nth(i).check({ force: true });
		await page.click('button[name=give]');
	} else if (!seat.scripted) {
		await page.locator('button[name=move]').nth(random(table.moves)).click();
		if (await page.locator('[name=confirmed]').count() > 0)
			await page.locator('button[name=move]').click();
	} else {
		const ms = await tap(seat, random(table.moves));
		if (ms < 0) {
			wrong(seat.where, 'a tap changes nothing: ' + (await read(seat)).text);
			return false;
		}
		took.push(ms);
		return true;
	}
	await until('the move counts', async () => {
		const now = await read(seat);
		return now.ready && (now.n !== table.n || now.over);
	});
	return true;
}

/* Plays at all seats to the end of the match. */
async function play(seats, name) {
	let seed = 7;
	const random = below => (seed = (seed * 1103515245 + 12345) % 2147483648) % below;
	let looked = 0;
	for (let moves = 0; moves < 1500;) {
		let moved = false;
		for (const seat of seats) {
			if (!seat.scripted)
				await load(seat);
			if (!seat.seen && (await read(seat)).moves > 0 && ++looked) {
				await look(seat, name);
				seat.seen = true;
			}
			while (await move(seat, random)) {
				moved = true;
				moves++;
			}
		}
		if (!moved) {
			const tables = await Promise.all(seats.map(read));
			if (tables.every(table => table.over))
				return moves;
			await sleep(30);
		}
	}
	wrong(name, 'the match does not end');
	return 0;
}

/* ---- the matches ---- */

const phone = { viewport: PHONE };
const wide = { viewport: WIDE };
const still = options => ({ ...options, javaScriptEnabled: false });
const matches = [
	{ name: 'classic', opening: 'mitaines classic target=60', seats: [phone, wide] },
	{ name: 'classic without scripts', opening: 'mitaines classic target=30', seats: [still(phone), still(wide)] },
	{ name: 'gamerules', opening: 'mitaines gamerules target=50', seats: [phone, still(wide)] },
	{ name: 'quebec', opening: 'mitaines quebec target=100', seats: [phone, wide, still(phone), still(wide)] },
	{ name: 'mitch', opening: 'mitch hands=1', seats: [phone, wide] },
	{ name: 'mate', opening: 'mate rounds=2', seats: [phone, wide] },
];

async function playMatch(browser, people, match) {
	const players = people.slice(0, match.seats.length);
	const urls = await begin(players, match.opening);
	const seats = [];
	for (const [i, url] of urls.entries())
		seats.push(await open(browser, url, match.seats[i]));
	const moves = await play(seats, match.name);
	await look(seats[0], match.name + ' over');
	for (const seat of seats.filter(other => other.scripted))
		weights.push((seat.weight - seat.first) / moves);
	console.log(`${match.name}: ${moves} moves, first visits ${seats.map(seat => seat.first)} bytes`);
	for (const seat of seats)
		await seat.context.close();
	for (const url of urls)
		for (const log of ['bot', 'pages'])
			if (logged(log, url.slice(-22)))
				wrong(match.name, `a key is in the log ${log}`);
	await sleep(200);
}

/* Checks that arrows and Enter play, that a second tap confirms, that a stale page recovers, and
 * that an old link tells what to do. */
async function behave(browser, people) {
	const urls = await begin(people.slice(0, 2), 'mitaines classic target=500');
	const seats = [await open(browser, urls[0], phone), await open(browser, urls[1], phone)];
	const twin = await open(browser, urls[0], wide);
	if (await twin.page.evaluate(() => document.getElementById('sound').checked || document.getElementById('notify').checked))
		wrong('switches', 'sound or notifications are on, though not switched on');
	const mover = async () => (await until('a turn', async () => {
		for (const seat of seats)
			if ((await read(seat)).moves > 0)
				return { seat };
	})).seat;
	let seat = await mover();
	let before = (await read(seat)).n;
	await seat.page.keyboard.press('ArrowRight');
	await seat.page.keyboard.press('ArrowRight');
	await seat.page.keyboard.press('ArrowLeft');
	await seat.page.keyboard.press('Enter');
	await until('Enter plays', async () => (await read(seat)).n > before);
	if (await seat.page.evaluate(() => document.activeElement.closest('.cards')) === null)
		wrong('keyboard', 'the focus is lost after a move');
	await until('a live region tells', () => seat.page.evaluate(() => document.getElementById('told').textContent !== ''));
	await until('the other tab follows', async () => (await read(twin)).n > before);
	/* With `set confirm on`, only the second tap plays. */
	await people[0].ask('mitaines', 'set confirm on', /confirm/i);
	await people[1].ask('mitaines', 'set confirm on', /confirm/i);
	seat = await mover();
	await until('the setting comes', () => seat.page.evaluate(async () =>
		(await (await fetch(location.pathname + '.json')).json()).confirm));
	await sleep(100);
	before = (await read(seat)).n;
	await seat.page.locator('.card[name=move]').first().click();
	await sleep(300);
	if ((await read(seat)).n !== before || !(await read(seat)).text.includes('again'))
		wrong('confirm', 'the first tap plays');
	if (!/^Tap again: \w+ of \w+, /.test(await seat.page.innerText('#notice')))
		wrong('confirm', 'the page does not name the tapped move');
	await seat.page.locator('.card[name=move]').first().click();
	await until('the second tap plays', async () => (await read(seat)).n > before);
	/* Without scripts, the answer to the first tap shows the move again, and a link back. */
	seat = await mover();
	before = (await read(seat)).n;
	const plain = await open(browser, seat.url, still(phone));
	await plain.page.locator('button[name=move]').first().click();
	await plain.page.click('.acts a');
	await plain.page.locator('button[name=move]').last().click();
	await until('the move is shown again', async () => (await read(plain)).moves === 1 && (await read(plain)).text.includes('again'));
	await plain.page.screenshot({ path: `${folder}/seat_confirm.png` });
	if ((await read(plain)).n !== before)
		wrong('confirm', 'the first tap plays without scripts');
	await plain.page.click('button[name=move]');
	await until('the second tap plays without scripts', async () => (await read(seat)).n > before);
	await plain.context.close();
	/* A stale page is refused its move, and then shows the table as it is. */
	seat = await mover();
	before = (await read(seat)).n;
	await seat.page.evaluate(() => { document.querySelector('[name=n]').value = 0; });
	await seat.page.locator('.card[name=move]').first().click();
	await seat.page.locator('.card[name=move]').first().click();
	await until('a stale page recovers', async () => (await read(seat)).text.includes('moved on') && (await read(seat)).n === before);
	/* A page without scripts reloads itself until it is the player's turn. */
	const other = seats.find(one => one !== seat);
	const quiet = await open(browser, other.url, still(phone));
	await seat.page.locator('.card[name=move]').first().click();
	await seat.page.locator('.card[name=move]').first().click();
	await until('a page without scripts reloads itself', async () => (await read(quiet)).moves > 0 || (await read(seat)).moves > 0);
	await quiet.context.close();
	await people[0].ask('mitaines', 'seat off', /don’t work/);
	await seats[0].page.waitForSelector('.lead', { timeout: 10000 }).catch(() => wrong('ended', 'the page goes on'));
	if (!(await seats[0].page.textContent('body')).includes('say seat to me in private'))
		wrong('ended', 'the page does not say how to get a new link');
	for (const open of [...seats, twin])
		await open.context.close();
	await people[0].ask('#t', '!stop', / PRIVMSG #t :/);
	await people[1].ask('#t', '!stop', / PRIVMSG #t :/);
	for (const person of people.slice(0, 2))
		await person.ask('mitaines', 'set confirm off', /confirm/i);
}

/* Opens a table of two players, and lets their pages lose the connection in all ways
 * (silence.mjs). */
async function lose(browser, people, web) {
	const urls = await begin(people.slice(0, 2), 'mitaines classic target=500');
	await endure(browser, urls, web, { open, read, until, wrong });
	for (const person of people.slice(0, 2))
		await person.ask('#t', '!stop', / PRIVMSG #t :/);
}

/* Seats a person without a chat client by an invitation. Checks that programs that only look at the
 * link take no seat. */
async function invite(browser, people) {
	await people[0].ask('#t', '!new mitaines classic target=30', /opens a table/);
	const url = (await people[0].ask('mitaines', 'guest', /http:\S+\/join\/[\w-]{22}/))[0];
	for (const method of ['GET', 'HEAD', 'GET'])
		if ((await fetch(url, { method })).status !== 200)
			wrong('join', `${method} is refused`);
	const own = (await people[0].ask('mitaines', 'seat', /http:\S+\/seat\/[\w-]{22}/))[0];
	const context = await browser.newContext({ viewport: PHONE, bypassCSP: true });
	const page = await context.newPage();
	await page.goto(url);
	await page.evaluate(axe);
	for (const fault of (await page.evaluate(() => window.axe.run())).violations)
		wrong('join', `${fault.id}: ${fault.nodes.map(node => node.html).slice(0, 3).join(' ')}`);
	await page.fill('[name=name]', 'anna');
	await page.click('form[action*=join] button');
	if (!(await page.textContent('#notice')).includes('name'))
		wrong('join', 'a taken name is not refused');
	await page.fill('[name=name]', 'lea');
	await page.click('form[action*=join] button');
	await page.waitForURL('**/seat/*');
	const seats = [await open(browser, page.url(), phone), await open(browser, own, wide)];
	await context.close();
	await people[0].ask('#t', '!start', / deals/);
	console.log(`guest: ${await play(seats, 'guest')} moves`);
	/* The opener starts a rematch on their page, and the page of the guest then offers the
	 * seat. */
	await seats[1].page.click('#end .ask button');
	await seats[0].page.click('#end .ask button');
	for (const { page: next, url: last } of seats)
		await next.waitForURL(now => now.pathname.startsWith('/seat/') && now.href !== last);
	await until('the next match begins', async () => (await read(seats[0])).moves + (await read(seats[1])).moves > 0);
	await people[0].ask('#t', '!stop', / PRIVMSG #t :/);
	await people[0].ask('#t', '!new', /opens a table/);
	await seats[0].page.goto((await people[0].ask('mitaines', 'guest', /http:\S+\/join\/[\w-]{22}/))[0]);
	await seats[0].page.fill('[name=name]', 'max');
	await seats[0].page.click('form[action*=join] button');
	await leave(seats[0]);
	await until('the guest has left', async () => (await seats[0].page.textContent('h1')) === 'You have left the table.');
	await people[0].ask('#t', '!leave', /closes the table/);
	for (const seat of seats)
		await seat.context.close();
}

/* Plays for a person on IRC whenever it is their turn, with the numbers of cards. */
async function chat(person, page, isOver) {
	for (let tries = 0; !isOver(); await sleep(50)) {
		const { text } = await read(page);
		if (text === undefined || !text.includes(person.nick + ' to play'))
			continue;
		person.send(`PRIVMSG mitaines :play ${1 + tries++ % 6}`);
		await sleep(150);
	}
}

/* Lets a person on Matrix say a line to the bot in private, and waits for a line that matches. */
async function whisper(person, text, pattern) {
	const from = person.lines.length;
	await person.say(text);
	return until(`${person.nick} sees ${pattern} after ${text}`,
		() => person.lines.slice(from).map(line => pattern.exec(line)).find(found => found))
		.catch(error => { throw Error(`${error.message}, but: ${person.lines.slice(-3).join(' | ')}`); });
}

/* Plays a match of three people: one in chat on IRC, one from Matrix on a page without scripts, and
 * a guest on a phone. */
async function mix(browser, [anna], luc) {
	const link = async () => (await anna.ask('mitaines', 'guest', /http:\S+\/join\/[\w-]{22}/))[0];
	await anna.ask('#t', '!new mitaines classic target=30', /opens a table/);
	await luc.meet('@mitaines:hs.test');
	await until('the bot joins the direct room', () => luc.lines.includes('m.room.member join'));
	await whisper(luc, `join ${await link()}`, /You sit at table 1 in #t, on another network/);
	const own = (await whisper(luc, 'seat', /http:\S+\/seat\/[\w-]{22}/))[0];
	const url = await link();
	const context = await browser.newContext({ viewport: PHONE, bypassCSP: true });
	const page = await context.newPage();
	await page.goto(url);
	await page.fill('[name=name]', 'lea');
	await page.click('form[action*=join] button');
	await page.waitForURL('**/seat/*');
	const seats = [await open(browser, page.url(), phone), await open(browser, own, still(phone))];
	await context.close();
	await anna.ask('#t', '!start', / deals/);
	let over = false;
	const chats = chat(anna, seats[0], () => over);
	const moves = await play(seats, 'three').finally(() => { over = true; });
	await chats;
	await look(seats[0], 'three over');
	for (const who of [anna, luc])
		for (const other of ['anna', 'luc (two)', '~lea'])
			if (!who.lines.some(line => line.includes(`${other} plays `)))
				wrong('three', `${who.nick} does not see the moves of ${other}`);
	await until('luc sees the end', () => luc.lines.some(line => line.includes(' is over: ')));
	await luc.leave();
	console.log(`three people, on IRC, from Matrix and as a guest: ${moves} moves on pages`);
	for (const seat of seats)
		await seat.context.close();
}

/* Leaves the table with a second tap, which confirms. */
async function leave(seat) {
	if (!seat.scripted)
		await load(seat);
	await seat.page.click('#leave a');
	await (seat.scripted ? seat.page.waitForSelector('dialog[open] form') : seat.page.waitForURL('**/leave'));
	await seat.page.screenshot({ path: `${folder}/seat_leave.png` });
	if (seat.scripted)
		await seat.page.evaluate(axe);
	for (const fault of seat.scripted ? (await seat.page.evaluate(() => window.axe.run())).violations : [])
		wrong('leave', `${fault.id}: ${fault.nodes.map(node => node.html).slice(0, 3).join(' ')}`);
	await seat.page.click('[action$="/leave"] button');
}

/* Plays a match against the AI player, and the tutorial, from the front page without a chat
 * client. */
async function playNow(browser, base) {
	for (const [name, button, options] of [['play now', '[action="/play"] button', phone],
		['play now without scripts', '[action="/play"] button', still(wide)], ['tutorial', '[action="/tutorial"] button', phone]]) {
		const context = await browser.newContext({ bypassCSP: true, ...options });
		const page = await context.newPage();
		await page.goto(base + '/');
		await page.click(button);
		await page.waitForURL('**/seat/*');
		const seat = await open(browser, page.url(), options);
		await context.close();
		await until(name + ' begins', async () => (await read(seat)).moves > 0);
		for (let i = 0; i < 3 && name !== 'tutorial'; i++) { /* the tutorial asks for certain moves */
			if (!seat.scripted)
				await until('a turn', async () => await load(seat) && (await read(seat)).moves > 0);
			await until('a turn', async () => (await read(seat)).moves > 0);
			await move(seat, below => below - 1);
		}
		await look(seat, name);
		if (name !== 'tutorial') {
			await leave(seat);
			await seat.page.click('#end button');
			await seat.page.waitForURL(url => url.pathname.startsWith('/seat/') && url.href !== seat.url);
		}
		await seat.context.close();
	}
}

/* ---- the test ---- */

const [irc, web, hs] = [await serve(), await freePort(), await freePort()];
writeFileSync(join(work, 'bot.conf'), `database = "seats.db"; think_seconds = 0; turn_seconds = 600;
web = { port = ${web}; url = "http://127.0.0.1:${web}"; seats = true; guests = true; };
networks = ( { name = "one"; host = "127.0.0.1"; port = ${irc}; channels = ( "#t" ); pace = { burst = 0; per_second = 0.0; }; },
	{ name = "two"; type = "matrix"; homeserver = "http://127.0.0.1:${hs}"; user = "@mitaines:hs.test"; password = "pw";
	channels = ( ); invites = "anyone"; pace = { burst = 0; }; } );\n`, { mode: 0o600 });
let browser;
try {
	start('synapse', ...synapse(work, hs));
	await listens(hs);
	const [luc, bot] = [new MatrixPerson('luc', hs), new MatrixPerson('mitaines', hs)];
	await luc.register();
	await bot.register();
	start('pages', program, 'web', '-c', 'bot.conf');
	start('bot', program, 'run', '-c', 'bot.conf');
	await listens(web);
	const people = await meet(irc);
	browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] });
	await lose(browser, people, web);
	await behave(browser, people);
	await invite(browser, people);
	await mix(browser, people, luc);
	for (const match of matches)
		await playMatch(browser, people, match);
	const now = await freePort();
	writeFileSync(join(work, 'now.conf'), `database = "now.db"; think_seconds = 0; web = { port = ${now}; play_now = true; };
networks = ( { name = "one"; host = "127.0.0.1"; port = ${irc}; nick = "other"; channels = ( "#u" ); } );\n`);
	start('now-pages', program, 'web', '-c', 'now.conf');
	start('now-bot', program, 'run', '-c', 'now.conf');
	await listens(now);
	await until('the offer', async () => (await (await fetch(`http://127.0.0.1:${now}/`)).text()).includes('/play'));
	await playNow(browser, `http://127.0.0.1:${now}`);
	took.sort((one, other) => one - other);
	weights.sort((one, other) => one - other);
	const at = (list, share) => Math.round(list[Math.floor((list.length - 1) * share)]);
	console.log(`tap to board: p50 ${at(took, .5)} ms, p99 ${at(took, .99)} ms of ${took.length}; ` +
		`a move: ${at(weights, .5)} bytes, at most ${at(weights, 1)} by match`);
	if (at(weights, .5) > MOVE)
		wrong('weight', 'a move brings too much');
} catch (error) {
	wrong('seats', error.stack);
	for (const log of ['irc', 'synapse', 'bot', 'pages'].filter(name => existsSync(join(work, name + '.log'))))
		console.log(readFileSync(join(work, log + '.log'), 'utf8').split('\n').slice(-15).join('\n'));
}
if (browser)
	await browser.close();
finish();
console.log(`seats: ${faults} faults`);
process.exit(faults > 0 ? 1 : 0);
