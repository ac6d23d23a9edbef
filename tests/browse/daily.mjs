/* daily.mjs BOT FOLDER - plays the deal of the day in a browser, on a phone, in both languages,
 * with and without scripts: from the front page to the result, its link in another browser, and the
 * page of the day when the day is over. BOT is the program; it runs with its pages in a temporary
 * folder, and nobody chats. Pictures of the pages go to FOLDER. Prints each fault, and exits with
 * an error if it found one. */
import { createRequire } from 'node:module';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { finish, freePort, start, until, work } from './servers.mjs';

const [program, folder] = process.argv.slice(2);
const require = createRequire(pathToFileURL(process.env.MODULES + '/'));
const { chromium } = require('playwright-core');
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const PHONE = { width: 360, height: 740 };
const WIDE = { width: 1280, height: 900 };
const TINY = { width: 180, height: 370 }; /* text enlarged to 200 % */
const PATIENCE = 60; /* seconds to wait for a reply of the AI player on a busy machine */

let faults = 0;
function wrong(where, what) {
	faults++;
	console.log(`${where}: ${what}`);
}

/* Checks a page on a phone with axe, an accessibility checker, and takes pictures of it: light,
 * dark, with text at 200 %, and wide. */
async function look(page, name) {
	for (const colorScheme of ['light', 'dark']) {
		await page.emulateMedia({ colorScheme });
		await page.evaluate(axe);
		const found = await page.evaluate(() => window.axe.run({ rules: { 'target-size': { enabled: true } } }));
		for (const fault of found.violations)
			wrong(`${name} ${colorScheme}`, `${fault.id}: ${fault.nodes.map(node => node.html).slice(0, 3).join(' ')}`);
		await page.screenshot({ path: `${folder}/daily_${name}_${colorScheme}.png`, fullPage: true });
	}
	await page.emulateMedia({ colorScheme: 'light' });
	for (const [size, viewport] of [['tiny', TINY], ['wide', WIDE]]) {
		await page.setViewportSize(viewport);
		if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth))
			wrong(name, `is wider than the screen (${size})`);
		await page.screenshot({ path: `${folder}/daily_${name}_${size}.png`, fullPage: true });
	}
	await page.setViewportSize(PHONE);
}

/* Opens a browser of its own for a person, and reports errors in it. */
async function person(browser, name, options) {
	const context = await browser.newContext({ bypassCSP: true, ...options });
	const page = await context.newPage();
	page.on('pageerror', error => wrong(name, error.message));
	page.on('console', message => {
		if (message.type() === 'error' && !/ (404|422) /.test(message.text()))
			wrong(name, message.text());
	});
	return { name, context, page };
}

/* Plays the first card of each turn until the deal is over. */
async function play({ name, page }, scripted = true) {
	const over = () => page.evaluate(() => document.querySelector('#end form') !== null).catch(() => false);
	const turn = () => page.evaluate(() => document.querySelectorAll('button[name=move]').length > 0).catch(() => false);
	for (let moves = 0; moves < 100; moves++) {
		await until(`a turn of ${name}`, async () => {
			if (!scripted)
				await page.reload().catch(() => null);
			return await turn() || over();
		}, PATIENCE);
		if (await over())
			return;
		const before = await page.inputValue('[name=n]');
		await page.locator('button[name=move]').first().click();
		if (scripted)
			await until('the move counts', async () => await page.inputValue('[name=n]').catch(() => '') !== before);
	}
	wrong(name, 'the deal does not end');
}

/* ---- one deal from the front page to its end ---- */

async function whole(browser, base, lang) {
	const name = lang;
	const zoe = await person(browser, name, { viewport: PHONE, locale: lang });
	await zoe.page.goto(base + '/');
	await look(zoe.page, name + '_front');
	await zoe.page.click('#daily button');
	await zoe.page.waitForURL('**/seat/*');
	await until('the first turn', () => zoe.page.locator('button[name=move]').count());
	await look(zoe.page, name + '_deal');
	await play(zoe);
	await look(zoe.page, name + '_end');
	await zoe.page.fill('[name=name]', '9♦<');
	await zoe.page.click('#share button');
	await until('a bad name is refused', async () => (await zoe.page.textContent('#notice')).length > 10);
	await zoe.page.fill('[name=name]', 'Zoé');
	await zoe.page.click('#share [name=save]');
	await until('the name is saved', async () => /sav|enreg/.test(await zoe.page.textContent('#notice')));
	await zoe.page.check('[name=tells]');
	await zoe.page.click('#share button:not([name])');
	await until('the result is signed', async () =>
		(await (await fetch(base + '/daily.json')).json()).places.some(place => place.name === '~Zoé'));
	const link = await zoe.page.getAttribute('#result', 'href');

	const luc = await person(browser, name + '_link', { viewport: PHONE, locale: lang });
	await luc.page.goto(new URL(link, base).href);
	const title = await luc.page.getAttribute('meta[property="og:title"]', 'content');
	if (!title.includes('Zoé'))
		wrong(name, 'the preview does not name the sender: ' + title);
	await look(luc.page, name + '_link');
	await luc.page.click('form.ask button');
	await luc.page.waitForURL('**/seat/*');
	await play(luc);
	if (!(await luc.page.textContent('#end')).includes('Zoé'))
		wrong(name, 'the result of the sender is not shown at the end');
	await luc.page.locator('#end summary').first().click();
	await look(luc.page, name + '_against');
	if (await luc.page.locator('#end tbody tr').count() < 10)
		wrong(name, 'the moves of the sender are missing');

	await zoe.page.goto(base + '/daily');
	await look(zoe.page, name + '_today');
	const rows = () => zoe.page.locator('#today tbody tr').count();
	const before = await rows();
	if (lang === 'en') {
		const rose = await person(browser, 'live', { viewport: PHONE });
		await rose.page.goto(base + '/daily');
		await rose.page.click('form.ask button');
		await rose.page.waitForURL('**/seat/*');
		await play(rose);
		await until('the result of another person appears', async () => await rows() > before);
		await rose.context.close();
	}
	if (await zoe.page.getAttribute('#streak a', 'href') !== link)
		wrong(name, 'the browser does not know its result');
	await luc.page.goto(new URL(link, base).href);
	if (await luc.page.isVisible('#own'))
		wrong(name, 'another browser may delete a result');
	await zoe.page.goto(new URL(link, base).href);
	return { zoe, luc, link };
}

/* Deletes a result on its page, and checks that its link then leads to the deal of the day. */
async function forget({ zoe, luc, link }, base) {
	await zoe.page.click('#own button');
	await until('the result is deleted', async () => zoe.page.locator('#deleted').count());
	await luc.page.goto(new URL(link, base).href);
	if (await luc.page.locator('main a[href$="/daily"]').count() !== 1)
		wrong('deleted', 'the page of a deleted result leads nowhere');
	await look(luc.page, 'deleted');
	await zoe.page.goto(base + '/daily');
	if (await zoe.page.locator('#streak a').count() !== 0)
		wrong('deleted', 'the browser remembers a deleted result');
}

/* Lets two friends play the two hands of a challenge, and checks that its link works only once. */
async function dare(browser, base) {
	const zoe = await person(browser, 'challenge', { viewport: PHONE });
	await zoe.page.goto(base + '/');
	await zoe.page.click('[action="/challenge"] button');
	await zoe.page.waitForURL('**/seat/*');
	await play(zoe);
	await zoe.page.fill('[name=name]', 'Zoé');
	await zoe.page.click('#share button');
	await look(zoe.page, 'challenge_end');
	const link = await zoe.page.getAttribute('#result', 'href');
	const luc = await person(browser, 'challenged', { viewport: PHONE });
	await luc.page.goto(new URL(link, base).href);
	await until('the challenger is named', async () => {
		await luc.page.reload();
		return (await luc.page.textContent('main')).includes('Zoé');
	});
	await look(luc.page, 'challenge_link');
	await luc.page.click('[action^="/join/"] button');
	await luc.page.waitForURL('**/seat/*');
	if ((await fetch(new URL(link, base).href)).status !== 404)
		wrong('challenge', 'a second person can take the link');
	await play(luc);
	for (const { page } of [zoe, luc])
		await until('both see both results', () => page.locator('#end tbody tr').count(), 90);
	await zoe.context.close();
	await luc.context.close();
}

/* Plays without scripts, and in a browser that stores nothing. */
async function plain(browser, base) {
	const still = await person(browser, 'plain', { viewport: PHONE, javaScriptEnabled: false });
	await still.page.goto(base + '/daily');
	await still.page.click('form.ask button');
	await still.page.waitForURL('**/seat/*');
	await play(still, false);
	await still.page.screenshot({ path: `${folder}/daily_plain_end.png`, fullPage: true });
	await still.page.fill('[name=name]', 'Rose');
	await still.page.click('#share button');
	await until('the result is signed without scripts', async () =>
		(await (await fetch(base + '/daily.json')).json()).places.some(place => place.name === '~Rose'));
	const own = await still.page.getAttribute('#result', 'href');
	await still.page.click('#delete button');
	await until('the result is deleted without scripts', async () =>
		(await fetch(new URL(own, base).href)).status === 404);
	await still.context.close();

	const shy = await person(browser, 'refusing', { viewport: PHONE });
	await shy.page.addInitScript(() => {
		Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } });
	});
	await shy.page.goto(base + '/');
	await shy.page.click('#daily button');
	await shy.page.waitForURL('**/seat/*');
	await until('a browser that keeps nothing plays', () => shy.page.locator('button[name=move]').count());
	await shy.context.close();
}

/* Returns the time of day in UTC so many seconds from now, to the minute, like "18:05". */
const clock = seconds => new Date(Date.now() + seconds * 1000).toISOString().slice(11, 16);

/* Starts a bot whose day ends soon. Checks that the deal can then be verified and the result
 * replayed, and that a deal on the next day makes a row of days. */
async function nextDay(browser) {
	const base = await open('next', `daily = { start = "${clock(150)}"; };`);
	const zoe = await person(browser, 'next', { viewport: PHONE });
	const begin = async () => {
		await zoe.page.goto(base + '/');
		await zoe.page.click('#daily button');
		await zoe.page.waitForURL('**/seat/*');
		await play(zoe);
	};
	await begin();
	const link = new URL(await zoe.page.getAttribute('#result', 'href'), base).href;
	const day = link.split('/').at(-3);
	const early = await (await fetch(link + '.json')).json();
	if ('own' in early || 'reviewed' in early)
		wrong('next day', 'a result tells its points before the day is over');
	await until('the day ends', async () => 'seed' in await (await fetch(`${base}/daily/${day}.json`)).json(), 240);
	await zoe.page.goto(`${base}/daily/${day}`);
	await until('the deal is checked', () => zoe.page.locator('#verdict[data-ok]').count());
	if (await zoe.page.getAttribute('#verdict', 'data-ok') !== 'true')
		wrong('next day', 'the deal does not check out: ' + await zoe.page.textContent('#verdict'));
	await look(zoe.page, 'day');
	await zoe.page.goto(link);
	await zoe.page.click('#played summary');
	await until('the result is reviewed', () => zoe.page.locator('#review .result').count(), 120);
	await zoe.page.click('#next');
	await look(zoe.page, 'replay');
	await begin();
	await zoe.page.goto(base + '/');
	await until('the row is shown', async () => /2.*1.*1/.test(await zoe.page.textContent('#streak')));
	await look(zoe.page, 'row');
	await zoe.context.close();
}

/* Starts a bot and its pages. Returns the address of the pages once the front page offers the
 * deal. */
async function open(name, settings) {
	const web = await freePort();
	const base = `http://127.0.0.1:${web}`;
	writeFileSync(join(work, name + '.conf'), `database = "${name}.db"; think_seconds = 0; ${settings}
web = { port = ${web}; url = "${base}"; play_now = "public"; };
networks = ( { name = "none"; host = "127.0.0.1"; port = 1; channels = ( ); } );\n`);
	start(name + '-pages', program, 'web', '-c', name + '.conf');
	start(name, program, 'run', '-c', name + '.conf');
	await until('the offer', async () =>
		(await fetch(base + '/').then(answer => answer.text(), () => '')).includes('id="daily"'));
	return base;
}

let browser;
try {
	browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] });
	await nextDay(browser);
	const base = await open('bot', '');
	const first = await whole(browser, base, 'en');
	await forget(first, base);
	await whole(browser, base, 'fr');
	await plain(browser, base);
	await dare(browser, base);
} catch (error) {
	wrong('daily', error.stack);
	for (const log of ['next', 'next-pages', 'bot', 'bot-pages'].filter(name => existsSync(join(work, name + '.log'))))
		console.log(readFileSync(join(work, log + '.log'), 'utf8').split('\n').slice(-15).join('\n'));
}
if (browser)
	await browser.close();
finish();
console.log(`daily: ${faults} faults`);
process.exit(faults > 0 ? 1 : 0);
