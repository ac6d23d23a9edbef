/* ---- sound and notifications ---- */

const choices = {}; /* the switches, also stored by the browser unless it refuses */
let audio = null;

function chosen(key) {
	try {
		return choices[key] || (choices[key] = localStorage.getItem('mitaines.' + key)) === 'on';
	} catch (refused) {
		return false;
	}
}

function choose(key, on) {
	choices[key] = on ? 'on' : 'off';
	try {
		localStorage.setItem('mitaines.' + key, choices[key]);
	} catch (refused) {
		notice(words.forgotten);
	}
}

/* Prepares sound, which browsers play only after a tap. Returns false if they refuse. */
function wakeSound() {
	try {
		audio = audio || new AudioContext();
		audio.resume();
		return true;
	} catch (silent) {
		return false;
	}
}

function beep() {
	const tone = audio.createOscillator();
	const volume = audio.createGain();
	volume.gain.value = .1;
	tone.frequency.value = 660;
	tone.connect(volume).connect(audio.destination);
	tone.start();
	tone.stop(audio.currentTime + .15);
}

/* Shows a notification. Returns false if the browser refuses. Phones have the class Notification, but refuse. */
function notify(text) {
	try {
		new Notification(text, { body: name, tag: 'mitaines' });
		return true;
	} catch (refused) {
		return false;
	}
}

/* Calls the player whose turn it is, by sound and notification. */
function call() {
	if (chosen('sound') && audio)
		beep();
	if (chosen('notify') && document.hidden)
		notify(words.yours);
}

const allowed = async () => 'Notification' in window && await Notification.requestPermission() === 'granted';

/* Each switch, and a function that tries it at once. It returns false if the browser refuses. */
const tries = {
	explain: async () => true,
	sound: async () => wakeSound() && (beep(), true),
	notify: async () => await allowed() && notify(words.yours)
};

function addSwitches() {
	for (const key in tries) {
		const box = find(key);
		box.checked = chosen(key);
		if (key === 'explain')
			find('say').classList.toggle('explain', box.checked);
		box.addEventListener('change', async () => {
			choose(key, box.checked);
			if (key === 'explain')
				find('say').classList.toggle('explain', box.checked);
			if (!box.checked || await tries[key]())
				return;
			choose(key, false);
			notice(words.unable.replace('{what}', box.parentElement.textContent.trim()));
			box.parentElement.remove();
		});
	}
	if (chosen('sound'))
		document.addEventListener('pointerdown', wakeSound, { once: true });
	find('switches').hidden = false;
}
