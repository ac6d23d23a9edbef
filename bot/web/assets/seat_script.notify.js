/* ---- sound and notifications ---- */

const chosen = key => {
	try {
		return localStorage.getItem('mitaines.' + key) === 'on';
	} catch (refused) {
		return false;
	}
};

function beep() {
	try {
		const audio = new AudioContext();
		const tone = audio.createOscillator();
		const volume = audio.createGain();
		volume.gain.value = .1;
		tone.frequency.value = 660;
		tone.connect(volume).connect(audio.destination);
		tone.start();
		tone.stop(audio.currentTime + .15);
		tone.onended = () => audio.close();
	} catch (silent) { /* a browser without sound */ }
}

/* Calls the person, whose turn it is. */
function call() {
	if (chosen('sound'))
		beep();
	if (chosen('notify') && document.hidden && Notification.permission === 'granted')
		new Notification(words.yours, { body: name, tag: 'mitaines' });
}

function addSwitches() {
	for (const key of ['sound', 'notify']) {
		const box = find(key);
		if (key === 'notify' && !('Notification' in window)) {
			box.parentElement.remove();
			continue;
		}
		box.checked = chosen(key);
		box.addEventListener('change', async () => {
			if (key === 'notify' && box.checked && await Notification.requestPermission() !== 'granted')
				box.checked = false;
			localStorage.setItem('mitaines.' + key, box.checked ? 'on' : 'off');
			if (key === 'sound' && box.checked)
				beep();
		});
	}
	find('switches').hidden = false;
}
