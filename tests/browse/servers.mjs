/* servers.mjs - starts servers, the bot and people on IRC in a temporary folder, for tests in a
 * browser. */
import { spawn } from 'node:child_process';
import { createConnection, createServer } from 'node:net';
import { chmodSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const work = mkdtempSync(join(tmpdir(), 'mitaines.'));
chmodSync(work, 0o755); /* ngircd drops root and must still read the folder */

export const sleep = milliseconds => new Promise(done => setTimeout(done, milliseconds));

/* Waits until is() returns a true value, and returns that. Throws an error after so many
 * seconds. */
export async function until(what, is, seconds = 30) {
	for (const end = Date.now() + seconds * 1000; Date.now() < end; await sleep(20)) {
		const found = await is();
		if (found)
			return found;
	}
	throw Error('never: ' + what);
}

const children = [];

export function start(name, ...words) {
	const log = openSync(join(work, name + '.log'), 'a');
	const child = spawn(words[0], words.slice(1), { stdio: ['ignore', log, log], cwd: work });
	children.push(child);
	return child;
}

export const logged = (name, text) => readFileSync(join(work, name + '.log'), 'utf8').includes(text);

export const freePort = () => new Promise(done => {
	const server = createServer().listen(0, '127.0.0.1', () => {
		const { port } = server.address();
		server.close(() => done(port));
	});
});

export const listens = port => until('a server at ' + port, () => new Promise(done => {
	const socket = createConnection(port, '127.0.0.1', () => {
		socket.destroy();
		done(true);
	}).on('error', () => done(false));
}));

/* ---- people on IRC ---- */

export class Person {
	constructor(nick, port) {
		this.nick = nick;
		this.lines = [];
		this.socket = createConnection(port, '127.0.0.1');
		let rest = '';
		this.socket.setEncoding('utf8').on('data', text => {
			const lines = (rest + text).split('\r\n');
			rest = lines.pop();
			for (const line of lines)
				if (line.startsWith('PING'))
					this.send(line.replace('PING', 'PONG'));
				else
					this.lines.push(line);
		});
		this.send(`NICK ${nick}`);
		this.send(`USER ${nick} 0 * :${nick}`);
	}
	send(line) {
		this.socket.write(line + '\r\n');
	}
	/* Says something to the channel or to the bot. Waits for a line that matches, and returns
	 * the match. */
	async ask(to, text, pattern) {
		const from = this.lines.length;
		this.send(`PRIVMSG ${to} :${text}`);
		return until(`${this.nick} sees ${pattern} after ${text}`,
			() => this.lines.slice(from).map(line => pattern.exec(line)).find(found => found))
			.catch(error => { throw Error(`${error.message}, but: ${this.lines.slice(-3).join(' | ')}`); });
	}
}

/* Lets four people join #t. Returns them once the bot is there. */
export async function meet(port) {
	const people = ['anna', 'luc', 'rose', 'yves'].map(nick => new Person(nick, port));
	for (const person of people) {
		await until(person.nick + ' is welcome', () => person.lines.some(line => line.includes(' 001 ')));
		person.send('JOIN #t');
		await until(person.nick + ' joins', () => person.lines.some(line => line.includes(' 366 ')));
	}
	await until('the bot joins', () => people[0].lines.some(line => /mitaines.* (JOIN|353) .*#t|353 .*mitaines/.test(line)));
	return people;
}

/* Begins a match in the channel. Returns the links to the seats in the order of the players. */
export async function begin(players, opening) {
	await players[0].ask('#t', `!new ${opening}`, /opens a table/);
	for (const player of players.slice(1))
		await player.ask('#t', '!join', /sits down|joins|takes a seat|is at the table/);
	const urls = [];
	for (const player of players)
		urls.push((await player.ask('mitaines', 'seat', /http:\S+\/seat\/[\w-]{22}/))[0]);
	await players[0].ask('#t', '!start', / deals/);
	return urls;
}

/* Starts an IRC server (ngircd). Returns its port. */
export async function serve() {
	const port = await freePort();
	writeFileSync(join(work, 'ngircd.conf'), readFileSync('tests/irc/ngircd.conf', 'utf8').replaceAll('%PORT%', port));
	start('irc', '/usr/sbin/ngircd', '-n', '-f', join(work, 'ngircd.conf'));
	await listens(port);
	return port;
}

/* Ends all programs that were started. */
export function finish() {
	for (const child of children)
		child.kill();
	rmSync(work, { recursive: true });
}
