/*
 * crowd.mjs BOT [SEATS] [SECONDS] - measures a tap among many live seats: from the form to the event with
 * the new board, and the memory of the bot and its pages for a seat. Each seat plays an AI player, and its
 * page is open. Starts both processes in a folder of its own, without a network.
 */
import http from 'node:http';
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [program, count = '1000', seconds = '30'] = process.argv.slice(2);
const SEATS = Number(count);
const PAUSE = 20; /* ms between two taps */
const work = mkdtempSync(join(tmpdir(), 'mitaines.'));
const sleep = milliseconds => new Promise(done => setTimeout(done, milliseconds));

const freePort = () => new Promise(done => {
	const server = createServer().listen(0, '127.0.0.1', () => {
		const { port } = server.address();
		server.close(() => done(port));
	});
});

function start(...words) {
	const log = openSync(join(work, 'log'), 'a');
	return spawn(program, words, { stdio: ['ignore', log, log], cwd: work });
}

const resident = child => +/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))[1];

const [port, nowhere] = [await freePort(), await freePort()];
writeFileSync(join(work, 'crowd.conf'), `database = "crowd.db"; think_seconds = 0; turn_seconds = 3600;
tables_per_network = ${SEATS + 1000}; web = { port = ${port}; play_now = true;
	trusted_proxies = ( "127.0.0.1" ); };
networks = ( { name = "none"; host = "127.0.0.1"; port = ${nowhere}; channels = ( "#none" ); } );\n`);
const processes = [start('web', '-c', 'crowd.conf'), start('run', '-c', 'crowd.conf')];
const agent = new http.Agent({ keepAlive: true, maxSockets: 100 });

/* Sends a form from an address of its own, because each address may send only so many. */
const send = (path, body, address) => new Promise((done, fail) => {
	const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': body.length,
		'X-Forwarded-For': address, Accept: 'application/json' };
	http.request({ port, host: '127.0.0.1', method: 'POST', path, agent, headers }, answer => {
		answer.resume().on('end', () => done(answer));
	}).on('error', fail).end(body);
});

/* Opens the events of a seat, and waits for its view. */
const listen = seat => new Promise(done => {
	http.get({ port, host: '127.0.0.1', path: seat.path + '/events', agent: false }, answer => {
		let text = '';
		answer.setEncoding('utf8').on('data', part => {
			const events = (text + part).split('\n\n');
			text = events.pop();
			for (const event of events) {
				const [, kind, data] = /^event: (\w+)\ndata: (.*)$/.exec(event) || [];
				if (kind === 'view' || kind === 'change')
					seat.view = { ...seat.view, ...JSON.parse(data) };
				if (kind === 'view')
					done();
				if (kind === 'change' && seat.heard)
					seat.heard();
			}
		});
	});
});

const took = [];
let refused = 0;

async function tap(seat) {
	const from = performance.now();
	const heard = new Promise(done => { seat.heard = done; }).then(() => took.push(performance.now() - from));
	const move = seat.view.moves[Math.floor(Math.random() * seat.view.moves.length)].move;
	const answer = await send(seat.path + '/move', `n=${seat.view.n}&move=${encodeURIComponent(move)}`, seat.address);
	if (answer.statusCode === 200)
		await heard;
	else
		refused++;
	seat.heard = null;
}

await sleep(3000);
const before = processes.map(resident);
const grown = () => processes.map((child, i) => ((resident(child) - before[i]) / SEATS).toFixed(1)).join(' + ');
const seats = [];
for (let i = 0; i < SEATS; i++) {
	const address = `10.0.${i >> 8}.${i & 255}`;
	const answer = await send('/play', 'lang=en&game=mitaines&level=easy', address);
	if (answer.statusCode !== 303)
		throw Error(`seat ${i}: status ${answer.statusCode}`);
	seats.push({ path: answer.headers.location, address, view: {}, heard: null });
}
console.log(`kB for a seat, pages + bot: ${grown()}`);
for (const seat of seats)
	await listen(seat);
console.log(`kB for a seat whose page is open: ${grown()}`);
const taps = [];
for (const end = Date.now() + seconds * 1000; Date.now() < end; await sleep(PAUSE)) {
	const seat = seats[Math.floor(Math.random() * seats.length)];
	if (!seat.heard && seat.view.moves && seat.view.moves.length > 0)
		taps.push(tap(seat));
}
await Promise.race([Promise.all(taps), sleep(5000)]);
took.sort((one, other) => one - other);
const at = share => took[Math.floor((took.length - 1) * share)].toFixed(1);
console.log(`${took.length} taps at ${SEATS} seats: p50 ${at(.5)} ms, p99 ${at(.99)} ms, longest ${at(1)} ms; refused: ${refused}`);
for (const child of processes)
	child.kill();
await sleep(500);
rmSync(work, { recursive: true });
process.exit(0);
