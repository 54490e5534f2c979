// The dialog that opens games: a score, a position, a saved game of Zillions, or the published problem.

import { find } from './dom.js';

/** Wires the dialog. `start()` is where scores start from, `open(answer)` takes a game, `begin(text)` a position. */
export function setUpOpener(probe, { start, open, begin }) {
  const dialog = find('opener');
  const text = find('opener-text');
  const error = find('opener-error');

  const complain = (message) => {
    error.textContent = message ?? '';
    error.hidden = !message;
  };

  /** Reads what stands in the box; the dialog stays open while it makes no sense. */
  const read = async () => {
    complain(null);
    try {
      if (isPosition(text.value)) {
        const { position } = await probe.position(text.value.trim());
        dialog.close();
        await begin(position);
      } else {
        const answer = await probe.game(text.value, start());
        dialog.close();
        await open(answer);
      }
    } catch (problem) {
      complain(problem.message);
    }
  };

  find('open').addEventListener('click', () => {
    complain(null);
    dialog.showModal();
    text.focus();
  });
  dialog.querySelector('form').addEventListener('submit', (event) => {
    if (event.submitter?.value !== 'go') return;
    event.preventDefault();
    read();
  });
  find('opener-problem').addEventListener('click', async () => {
    text.value = await probe.problem();
    read();
  });
  find('opener-file').addEventListener('change', async (event) => {
    const [file] = event.target.files;
    event.target.value = '';
    if (!file) return;
    text.value = await file.text();
    read();
  });
}

/** Whether a text is a position rather than a game: ranks, pieces by hand, or a game's name. */
function isPosition(text) {
  const one = text.trim();
  return /^[\dKMkm]+(\/[\dKMkm]+){5,}[ _]/.test(one) || /[KMkm]:/.test(one) || /^(camette|cam|camelot|camelet|all-knight|problem)$/i.test(one);
}
