/* matrix.mjs - starts a Synapse for a test, with people that write to the bot in a direct room.
 * SERVERS is the folder where `make deps` has unpacked the servers. */
import { realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const NAME = 'hs.test';
const FREE = '{per_second: 10000, burst_count: 10000}';

/* Writes the configuration of a Synapse for tests. Returns the command line that starts it. */
export function synapse(folder, port) {
	const root = realpathSync(join(process.env.SERVERS ?? 'build/servers', 'matrix-synapse'));
	writeFileSync(join(folder, 'hs.key'), 'ed25519 a_1 /X72cy7v34snGBVaM9xBH9pxkyW3VwN20fumT5bJYqk\n');
	writeFileSync(join(folder, 'hs-log.yaml'), `version: 1
handlers: {file: {class: logging.StreamHandler}}
root: {level: WARNING, handlers: [file]}
`);
	writeFileSync(join(folder, 'hs.yaml'), `server_name: ${NAME}
listeners: [{port: ${port}, bind_addresses: [127.0.0.1], type: http, resources: [{names: [client]}]}]
database: {name: sqlite3, args: {database: '${folder}/hs.db'}}
log_config: '${folder}/hs-log.yaml'
signing_key_path: '${folder}/hs.key'
enable_media_repo: false
enable_registration: true
enable_registration_without_verification: true
report_stats: false
trusted_key_servers: []
bcrypt_rounds: 4
rc_registration: ${FREE}
rc_login: {address: ${FREE}, account: ${FREE}, failed_attempts: ${FREE}}
rc_message: ${FREE}
`);
	return ['/usr/bin/env', `PYTHONHOME=${root}/usr`, `PYTHONPYCACHEPREFIX=${root}/pycache`,
		`${root}/usr/lib64/ld-linux-x86-64.so.2`, '--library-path', `${root}/usr/lib/x86_64-linux-gnu`,
		`${root}/usr/bin/python3`, '-m', 'synapse.app.homeserver', '-c', join(folder, 'hs.yaml')];
}

/* Makes a request and returns its JSON. Throws an error unless the server accepts it. */
async function request(port, token, method, path, body) {
	const answer = await fetch(`http://127.0.0.1:${port}/_matrix/client/v3${path}`, {
		method,
		headers: token ? { Authorization: `Bearer ${token}` } : {},
		body: body && JSON.stringify(body)
	});
	if (!answer.ok)
		throw Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
	return answer.json();
}

/* A person on Matrix that accepts all invitations. `lines` has all messages and edits of other
 * people. */
export class MatrixPerson {
	constructor(nick, port) {
		this.nick = nick;
		this.port = port;
		this.lines = [];
		this.sent = 0;
	}
	ask(method, path, body) {
		return request(this.port, this.token, method, path, body);
	}
	async register() {
		const made = await this.ask('POST', '/register',
			{ auth: { type: 'm.login.dummy' }, username: this.nick, password: 'pw' });
		this.token = made.access_token;
		this.id = made.user_id;
	}
	/* Invites the bot to a direct room. The bot answers in another direct room, which it makes
	 * itself. */
	async meet(bot) {
		this.room = (await this.ask('POST', '/createRoom', { preset: 'trusted_private_chat', is_direct: true, invite: [bot] })).room_id;
		this.listens = this.listen();
	}
	async listen() {
		for (let since = ''; !this.gone;) {
			const sync = await this.ask('GET', `/sync?timeout=1000${since}`);
			since = `&since=${sync.next_batch}`;
			for (const room of Object.keys(sync.rooms?.invite ?? {}))
				await this.ask('POST', `/join/${encodeURIComponent(room)}`, {});
			for (const { timeline } of Object.values(sync.rooms?.join ?? {}))
				for (const { type, sender, content } of timeline.events)
					if (sender !== this.id)
						this.lines.push((content['m.new_content'] ?? content).body ?? `${type} ${content.membership}`);
		}
	}
	async leave() {
		this.gone = true;
		await this.listens;
	}
	say(text) {
		return this.ask('PUT', `/rooms/${this.room}/send/m.room.message/${++this.sent}`, { msgtype: 'm.text', body: text });
	}
}
