/* pictures.mjs BOT MATCHES FOLDER - takes pictures of the running program: a channel in irssi, a
 * seat in a browser and on a phone, a replay, the ranking and the deal of the day. MATCHES
 * (matches.c) writes the matches for replay and ranking. Pictures of README.md and the front page
 * replace the old ones there, the others go to FOLDER. */
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { finish, freePort, listens, Person, serve, sleep, start, until, work } from './servers.mjs';

const [bot, matches, folder] = process.argv.slice(2);
const program = realpathSync(bot);
const { chromium } = createRequire(pathToFileURL(process.env.MODULES + '/'))('playwright-core');

async function open(browser, url, width, height) {
	const page = await browser.newPage({ viewport: { width, height } });
	await page.goto(url);
	return page;
}

/* Makes the first move that the page of a seat offers. Returns false at the end of the match. */
async function move(page) {
	await page.waitForSelector('button[name=move], #end *');
	if (await page.locator('button[name=move]').count() === 0)
		return false;
	const before = await page.getAttribute('[name=n]', 'value');
	await page.evaluate(() => {
		const button = document.querySelector('button[name=move]');
		button.click();
		if ('sure' in button.dataset)
			button.click();
	});
	await page.waitForFunction(n => document.querySelector('[name=n]')?.value !== n, before);
	return true;
}

/* Clicks a button that begins a match or deal, and waits for the page of the seat. */
async function begin(page, url, button) {
	await page.goto(url);
	await page.click(button);
	await page.waitForURL('**/seat/*');
}

/* Plays on the page of a seat, match after match, until the table is worth a picture: some moves
 * and a call. */
async function seat(browser, base, width, height) {
	const page = await open(browser, base, width, height);
	for (let moves = 0, over = true; ; moves++) {
		if (over)
			await begin(page, base, '[action="/play"] button');
		await page.waitForSelector('button[name=move], #end *');
		const turn = await page.textContent('#turn');
		if (moves > 4 && turn.includes('can call') && turn.includes('can take'))
			break;
		over = !await move(page);
	}
	await sleep(1000); /* time for the cards to move */
	return page;
}

/* Plays today's deal on its page, gives a name for the result, and returns the page of the day. */
async function daily(browser, base) {
	const page = await open(browser, base + '/daily', 1080, 760);
	await begin(page, page.url(), 'form[action="/daily"] button');
	while (await move(page));
	await page.fill('#end [name=name]', 'anna');
	await page.click('#end button');
	await until('the name is there', async () => (await (await page.goto(base + '/daily')).text()).includes('anna'));
	return page;
}

/* Returns the HTML for a screen of tmux, with its colours. */
function markup(screen) {
	const colours = ['#1c1c1c', '#d0584c', '#5fa35f', '#c9a24a', '#2f5a8f', '#b06fb0', '#6fc0c0', '#d0d0d0'];
	let style = {};
	const body = screen.replace(/[&<]/g, c => ({ '&': '&amp;', '<': '&lt;' })[c]).split(/\x1b\[([\d;]*)m/).map((part, i) => {
		if (i % 2 === 0)
			return `<span style="color:${style.colour || '#d0d0d0'};background:${style.ground || 'none'};` +
				`font-weight:${style.bold ? 700 : 400}">${part}</span>`;
		for (const code of part.split(';').map(Number))
			if (code === 0)
				style = {};
			else if (code === 1)
				style.bold = true;
			else if (code >= 30 && code < 38)
				style.colour = colours[code - 30];
			else if (code >= 40 && code < 48)
				style.ground = colours[code - 40];
			else if (code >= 90 && code < 98)
				style.colour = colours[code - 90];
			else if (code === 39 || code === 49)
				delete style[code === 39 ? 'colour' : 'ground'];
		return '';
	}).join('');
	return `<!doctype html><meta charset=utf-8><body style="margin:0;background:#1c1c1c"><pre style="margin:0;padding:12px;` +
		`width:max-content;font:15px/1.3 DejaVu Sans Mono,monospace">${body}</pre>`;
}

/* Returns the screen of anna's irssi. anna and luc play in a channel until one of them has called a
 * mitten. */
async function channel(irc) {
	mkdirSync(join(work, 'irssi'));
	/* show private messages in the window of the channel */
	writeFileSync(join(work, 'irssi/config'), 'settings = { "fe-common/core" = ' +
		'{ autocreate_query_level = "NONE"; use_status_window = "no"; use_msgs_window = "no"; }; };\n');
	const tmux = (...words) => execFileSync('tmux', ['-S', join(work, 'tmux'), '-f', '/dev/null', ...words], { encoding: 'utf8' });
	const type = line => tmux('send-keys', '-t', 'irssi', '-l', line) + tmux('send-keys', '-t', 'irssi', 'Enter');
	const screen = () => tmux('capture-pane', '-t', 'irssi', '-e', '-p');
	const shows = pattern => until(`irssi shows ${pattern}`, () => pattern.exec(screen()));
	tmux('new-session', '-d', '-s', 'irssi', '-x', '104', '-y', '30',
		`env LC_ALL=C.UTF-8 TERM=screen-256color irssi --home=${join(work, 'irssi')} -c 127.0.0.1 -p ${irc} -n anna`);
	try {
		const luc = new Person('luc', irc);
		await until('luc is welcome', () => luc.lines.some(line => line.includes(' 001 ')));
		luc.send('JOIN #mitaines');
		await shows(/anna/);
		/* irssi drops typed commands until it is connected */
		await until('anna joins', async () => {
			type('/join #mitaines');
			await sleep(500);
			return luc.lines.some(line => /^:anna!.* JOIN/.test(line));
		});
		type('/clear');
		const says = { anna: type, luc: line => luc.send(`PRIVMSG #mitaines :${line}`) };
		const seen = pattern => luc.lines.filter(line => pattern.test(line));
		says.anna('!new');
		await until('a table', () => seen(/opens a table/).length);
		says.luc('!join');
		await until('luc sits', () => seen(/luc sits down/).length);
		says.anna('!start');
		/* the hand that the bot showed a person at their last turn */
		const told = () => screen().replace(/\x1b\[[\d;]*m/g, '').replace(/\n */g, ' ');
		const hand = nick => [...(nick === 'luc' ? luc.lines.join(' ') : told())
			.matchAll(/Your turn(?:(?!Your turn).)*?Your hand:(?: \[?\d:\d*[^\d\s]+)+/g)].at(-1)?.[0];
		const played = {};
		for (let moves = 0; moves < 40 && !(moves > 5 && seen(/calls a mitten/).length); moves++) {
			await until('a turn', () => seen(/#mitaines :.* to play\./).length > moves);
			const { nick } = /(?<nick>anna|luc) to play\./.exec(seen(/#mitaines :.* to play\./).at(-1)).groups;
			await until(`the hand of ${nick}`, () => hand(nick) && hand(nick) !== played[nick]);
			const text = played[nick] = hand(nick);
			const [, number] = /Play only (\d)/.exec(text) || [];
			/* a lower call is refused while another call is live */
			const call = !text.includes('live:') && /\[(\d):\S+ \d:\S+\]/.exec(text);
			says[nick](number ? `!p ${number}` : call ? `!p ${call[1]} mitten` : '!p 1');
		}
		await sleep(500);
		return screen();
	} finally {
		tmux('kill-server');
	}
}

mkdirSync(folder, { recursive: true });
const [irc, web, past] = [await serve(), await freePort(), await freePort()];
execFileSync(matches, [join(work, 'past.db')], { env: { ...process.env, SITE: 'ircs://irc.example.net:6697' } });
writeFileSync(join(work, 'past.conf'), `database = "past.db"; web = { port = ${past}; };\n`);
writeFileSync(join(work, 'bot.conf'), `database = "bot.db"; think_seconds = 0; web = { port = ${web}; play_now = true; };
networks = ( { name = "local"; host = "127.0.0.1"; port = ${irc}; channels = ( "#mitaines" ); same_host = "rated"; pace = { burst = 0; per_second = 0.0; }; } );\n`);
let browser;
try {
	start('past', program, 'web', '-c', 'past.conf');
	start('pages', program, 'web', '-c', 'bot.conf');
	start('bot', program, 'run', '-c', 'bot.conf');
	await listens(past);
	await listens(web);
	const [base, before] = [web, past].map(port => `http://127.0.0.1:${port}`);
	await until('the offer', async () => (await (await fetch(base)).text()).includes('/play'));
	browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox'] });
	await (await seat(browser, base, 960, 600)).screenshot({ path: 'bot/web/assets/preview.jpg', quality: 80 });
	await (await seat(browser, base, 360, 740)).screenshot({ path: 'config/phone.png' });
	await (await open(browser, before + '/match/10', 1080, 870)).screenshot({ path: 'config/page.png' });
	await (await open(browser, before + '/top', 1080, 600)).screenshot({ path: join(folder, 'ladder.png') });
	await (await daily(browser, base)).screenshot({ path: join(folder, 'daily.png') });
	const page = await browser.newPage();
	await page.setContent(markup(await channel(irc)));
	await page.locator('pre').screenshot({ path: join(folder, 'channel.png') });
} finally {
	await browser?.close();
	finish();
}
