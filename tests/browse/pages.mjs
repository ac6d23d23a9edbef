/* pages.mjs URL FOLDER MATCHES DATABASE - checks all pages in a browser: light and dark, on a phone
 * and wide, with and without scripts, by keyboard, and saved to a file. Also watches a table to its
 * end; meanwhile MATCHES (matches.c) plays there on DATABASE as the bot, dies and starts again.
 * Pictures of the pages go to FOLDER. Prints each fault, and exits with an error if it found
 * one. */
import { createRequire } from 'node:module';
import { spawnSync, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [base, folder, matchesProgram, database] = process.argv.slice(2);
const require = createRequire(pathToFileURL(process.env.MODULES + '/'));
const { chromium } = require('playwright-core');
const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const WEIGHT = 60 * 1024;

let faults = 0;
function wrong(where, what) {
	faults++;
	console.log(`${where}: ${what}`);
}

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] });
const front = await (await fetch(base + '/.json')).json();
const matches = front.recent.map(match => '/match/' + match.match);
const player = '/player/' + front.recent[0].seats.find(seat => !seat.robot).player;
const live = front.live.map(match => '/table/' + match.match);
const pages = ['/', '/top', '/top/mitch?period=week', '/rules', '/rules/mate', '/fair', '/api', player, '/nowhere',
	...matches.slice(0, 5), ...live];

/* Opens a page in a browser of its own. Counts the bytes that it loads, and reports errors in
 * it. */
async function visit(path, options) {
	const context = await browser.newContext(options);
	const page = await context.newPage();
	let weight = 0;
	page.on('console', message => {
		if (message.type() === 'error' && !path.startsWith('/nowhere'))
			wrong(path, message.text());
	});
	page.on('pageerror', error => wrong(path, error.message));
	page.on('request', request => {
		if (!request.url().startsWith(base))
			wrong(path, 'asks for ' + request.url());
	});
	const session = await context.newCDPSession(page);
	await session.send('Network.enable');
	session.on('Network.loadingFinished', event => { weight += event.encodedDataLength; });
	const answer = await page.goto(base + path);
	await page.waitForLoadState('load');
	return { page, context, answer, session, weight: () => weight };
}

/* Checks the head of a page: what it tells browsers, search engines and link previews. */
async function head(path, page, headers) {
	const content = async name => {
		const element = await page.$(`meta[name="${name}"], meta[property="${name}"]`);
		return element ? element.getAttribute('content') : '';
	};
	const holds = {
		'a language': await page.getAttribute('html', 'lang') === 'en' && headers['content-language'] === 'en',
		'a title': (await page.title()).length > 'mitaines'.length,
		'a description': (await content('description')).length > 10,
		'a title for previews': await content('og:title') !== '',
		'a picture for previews': /^https:.*\.png\?lang=en$/.test(await content('og:image')),
		'the width of the screen': (await content('viewport')).includes('width=device-width'),
		'one heading above all': (await page.$$('h1')).length === 1,
		'a policy': headers['content-security-policy'].startsWith("default-src 'none'"),
		'its type alone': headers['x-content-type-options'] === 'nosniff',
		'a tag': path === '/nowhere' || headers.etag !== undefined,
		'how long it holds': headers['cache-control'] !== undefined
	};
	for (const what in holds)
		if (!holds[what])
			wrong(path, 'lacks ' + what);
}

async function look(path) {
	/* Colours do not depend on the width, so each colour scheme is checked at one width. */
	for (const [width, height, colorScheme] of [[360, 740, 'light'], [1280, 900, 'dark']]) {
		const where = `${path} ${width} ${colorScheme}`;
		const { page, context, weight } = await visit(path, { viewport: { width, height }, colorScheme, bypassCSP: true });
		if (weight() > WEIGHT)
			wrong(where, `weighs ${weight()} bytes`);
		if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth))
			wrong(where, 'is wider than the screen');
		await page.evaluate(axe);
		const found = await page.evaluate(() => window.axe.run({ rules: { 'target-size': { enabled: true } } }));
		for (const fault of found.violations)
			wrong(where, `${fault.id}: ${fault.nodes.map(node => node.html).slice(0, 3).join(' ')}`);
		await page.screenshot({ path: `${folder}/${where.replace(/\W+/g, '_')}.png` });
		await context.close();
	}
	const { page, context, answer } = await visit(path, { javaScriptEnabled: false });
	await head(path, page, answer.headers());
	if ((await page.textContent('main')).trim().length < 40)
		wrong(path, 'says nothing without scripts');
	await context.close();
}

const verdict = page => page.waitForSelector('#verdict[data-ok]', { state: 'attached', timeout: 60000 })
	.then(element => element.getAttribute('data-ok'));

/* Checks the steps through a match by keys and buttons. */
async function step(path) {
	const { page, context } = await visit(path, { viewport: { width: 1280, height: 900 } });
	const where = () => page.textContent('#where');
	const expect = async (what, wanted) => {
		const seen = await where();
		if (seen !== wanted)
			wrong(path, `${what}: at ${seen}, not ${wanted}`);
	};
	await expect('at first', '1.0');
	await page.keyboard.press('ArrowRight');
	await expect('ArrowRight', '1.1');
	await page.click('#next');
	await expect('#next', '1.2');
	if (!page.url().endsWith('#h1.2'))
		wrong(path, 'no link to a move: ' + page.url());
	await page.keyboard.press('ArrowLeft');
	await expect('ArrowLeft', '1.1');
	await page.keyboard.press('End');
	const last = await where();
	await page.keyboard.press('Home');
	await expect('Home', '1.0');
	await page.click('#last');
	await expect('#last', last);
	await page.click('#first');
	await expect('#first', '1.0');
	await page.goto(base + path + '#h1.3');
	await expect('a link', '1.3');
	for (let i = 0; i < 40 && await page.evaluate(() => document.activeElement.id) !== 'next'; i++)
		await page.keyboard.press('Tab');
	await page.keyboard.press('Enter');
	await expect('Tab and Enter', '1.4');
	await context.close();
}

/* Checks that a swipe over the board makes a step, and that a tap or scrolling does not. */
async function swipe(path) {
	const { page, context, session } = await visit(path, { viewport: { width: 360, height: 740 }, hasTouch: true });
	const board = page.locator('#board');
	await board.scrollIntoViewIfNeeded();
	const box = await board.boundingBox();
	const touch = async (way, down, wanted) => {
		const point = (x, y) => [{ x: box.x + box.width / 2 + x, y: box.y + 60 + y }];
		await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: point(-way / 2, 0) });
		await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: point(way / 2, down) });
		await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
		const seen = await page.textContent('#where');
		if (seen !== wanted)
			wrong(path, `a swipe by ${way}: at ${seen}, not ${wanted}`);
	};
	await touch(-120, 0, '1.1');
	await touch(-120, 0, '1.2');
	await touch(120, 0, '1.1');
	await touch(4, 0, '1.1');
	const at = box.y + 60;
	const fingers = (...places) => places.map((x, id) => ({ x, y: at, id }));
	await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(100) });
	await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(100, 200) });
	await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(30, 270) });
	await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
	if (await page.textContent('#where') !== '1.1')
		wrong(path, 'two fingers step');
	await context.close();
}

/* Goes from the front page to the record of a match by keyboard alone, and checks that the focus is
 * visible. */
async function type(path) {
	const { page, context } = await visit('/', { viewport: { width: 1280, height: 900 } });
	const tab = async (what, is) => {
		for (let i = 0; i < 60; i++) {
			await page.keyboard.press('Tab');
			const found = await page.evaluate(() => {
				const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
				const { href, id, className, tagName } = document.activeElement;
				return { href, id, className, tagName, seen: outlineStyle !== 'none' && outlineWidth !== '0px' };
			});
			if (!found.seen)
				wrong(path, `no focus is seen on ${found.tagName} ${found.id || found.href}`);
			if (is(found))
				return;
		}
		wrong(path, 'Tab never comes to ' + what);
	};
	await tab('the link to the content', found => found.className === 'skip');
	await page.keyboard.press('Enter');
	await page.waitForURL('**#content').catch(() => wrong(path, 'the content is not skipped to: ' + page.url()));
	await tab('the match', found => found.href === base + path);
	await page.keyboard.press('Enter');
	await page.waitForURL('**' + path);
	await tab('the board', found => found.id === 'board');
	await page.keyboard.press('ArrowRight');
	await tab('a button', found => found.id === 'next');
	await page.keyboard.press('Space');
	if (await page.textContent('#where') !== '1.2')
		wrong(path, 'keys alone come to ' + await page.textContent('#where'));
	await tab('the record', found => found.tagName === 'SUMMARY');
	await page.keyboard.press('Enter');
	if (!await page.isVisible('#record'))
		wrong(path, 'the record does not open');
	await context.close();
}

/* Verifies a deal on the page, on a saved page without a network, and on a saved page with changed
 * data. */
async function prove(path) {
	const { page, context } = await visit(path, {});
	if (await verdict(page) !== 'true')
		wrong(path, 'does not check out: ' + await page.textContent('#verdict'));
	const saved = await (await fetch(base + path)).text();
	await context.close();
	const forged = saved.replace(/(deck=)(\w\w),(\w\w)/, '$1$3,$2');
	for (const [text, wanted] of [[saved, 'true'], [forged, 'false']]) {
		const file = `${folder}/saved.html`;
		writeFileSync(file, text);
		const offline = await browser.newContext({ offline: true });
		const alone = await offline.newPage();
		await alone.goto(pathToFileURL(file).href);
		if (await verdict(alone) !== wanted)
			wrong(path, `saved, it is not ${wanted}: ` + await alone.textContent('#verdict'));
		await alone.keyboard.press('ArrowRight');
		if (await alone.textContent('#where') !== '1.1')
			wrong(path, 'saved, it does not step');
		await offline.close();
	}
}

/* Checks that the review of a match appears without a reload, and that the replay shows the better
 * move at a mistake. */
async function review(path) {
	const { page, context } = await visit(path, {});
	await page.waitForSelector('#review .curve', { timeout: 600000 })
		.catch(() => wrong(path, 'is not reviewed'));
	const slip = await page.$('.moves li:has(.better) .at');
	if (slip) {
		await slip.click();
		const better = (await page.textContent('.moves [aria-current] .better')).trim();
		if (!(await page.textContent('#news')).includes(better))
			wrong(path, 'the replay does not say: ' + better);
	}
	await page.screenshot({ path: `${folder}/review${path.replace(/\W+/g, '_')}.png`, fullPage: true });
	await context.close();
}

for (const path of matches.slice(0, 5))
	await review(path);
for (const path of pages)
	await look(path);
for (const path of matches.slice(0, 5)) {
	await step(path);
	await prove(path);
}
await swipe(matches[0]);
await type(matches[0]);
/* Watches a table on its page to the end of its match, while its bot is killed and started
 * again. */
async function watch(path) {
	const { page, context } = await visit(path, { viewport: { width: 360, height: 740 } });
	const seen = count => page.waitForFunction(least => document.querySelectorAll('#lines li').length >= least,
		count, { timeout: 120000 }).catch(() => wrong(path, `fewer than ${count} moves were seen`));
	await seen(1);
	const killed = spawnSync(matchesProgram, [database, '4']);
	if (killed.signal !== 'SIGKILL')
		wrong(path, 'its bot was not killed');
	await seen(5);
	await page.screenshot({ path: `${folder}/live.png` });
	const again = spawn(matchesProgram, [database, '0'], { stdio: 'ignore' });
	await page.waitForURL('**/match/*', { timeout: 300000 }).catch(() => wrong(path, 'it does not end'));
	if (again.exitCode === null)
		await new Promise(done => again.on('exit', done));
	if (await verdict(page) !== 'true')
		wrong(path, 'the match that was watched does not check out');
	await context.close();
}

for (const path of live)
	await watch(path);
await browser.close();
console.log(`${pages.length} pages, ${faults} faults`);
process.exit(faults > 0 ? 1 : 0);
