// The explorer in a real browser: `scripts/test-browser.sh` runs it. BINARY is the program, TABLES a folder with all tables
// of Camette, IMAGES (if set) a folder for screenshots.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { accessible, openPage, pieces, press, ready, see, square, startBrowser, startServer, verdict } from './harness.mjs';

let server;
let browser;
let address;
/** A server over no more than a few small tables. */
let small;

before(async () => {
  server = await startServer(process.env.BINARY, process.env.TABLES);
  address = server.address;
  small = await startServer(process.env.BINARY, process.env.SMALL);
  browser = await startBrowser();
});

after(async () => {
  await browser?.close();
  server?.stop();
  small?.stop();
});

const PROBLEM = '/?moves=D3-E4_B5-C4_E4-E5_C6-B6_C3-B2_B6-C6_E5-D6';
const start = (position) => `/?start=${position.replaceAll(' ', '_')}`;

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 1 };
const plies = (page) => page.locator('#score .ply').count();
const played = (page, count) => page.waitForFunction((count) => document.querySelectorAll('#score .ply').length === count, count, { timeout: 15000 });

/** A test with a page of its own, on which nothing may go wrong unseen. */
function pageTest(name, path, body, options) {
  test(name, { timeout: 90000 }, async () => {
    const page = await openPage(browser, options?.server?.() ?? address, path, options?.context);
    try {
      await body(page);
      assert.deepEqual(page.faults, []);
    } finally {
      await page.context().close();
    }
  });
}

async function picture(page, name) {
  if (process.env.IMAGES) await page.screenshot({ path: `${process.env.IMAGES}/${name}.png` });
}

pageTest('opening: the start, its value, all moves', '/', async (page) => {
  assert.equal(await verdict(page), 'A draw with best play.');
  assert.equal(await page.locator('#moves .move').count(), 22);
  assert.equal(await page.locator('.arrow').count(), 22);
  assert.equal((await pieces(page)).C2, 'K');
  await accessible(page);
  await picture(page, 'board');
});

pageTest('a jump chain is built leap by leap', start('1/3/5/2mm1/2Mm1/3/1 w'), async (page) => {
  await press(page, 'C3', 'E5');
  assert.equal((await pieces(page)).E5, 'M');
  await page.goto(`${address}${start('1/3/5/2mm1/2Mm1/3/1 w')}`);
  await ready(page);
  await press(page, 'C3', 'C5');
  const board = await pieces(page);
  assert.equal(board.C5, 'M', 'the piece stands on the first landing square');
  assert.equal(board.C4, undefined, 'what it jumped is gone');
  assert.equal(await page.locator('.mark').count(), 1);
  await press(page, 'E3', 'C3');
  await see(page, '#verdict', 'White has won');
  assert.match(page.url(), /moves=C3xC5xE3xC3/);
});

pageTest("a Knight's charge", start('1/3/2m1m/5/2M2/1K1/1 w'), async (page) => {
  await press(page, 'C2', 'C4');
  assert.equal((await pieces(page)).C4, 'K', 'the canter is not the end');
  await press(page, 'C6');
  await see(page, '#score', 'C2-C4xC6');
});

pageTest('dragging a piece', '/', async (page) => {
  const middle = async (name) => {
    const { x, y, width, height } = await square(page, name).boundingBox();
    return [x + width / 2, y + height / 2];
  };
  await page.mouse.move(...(await middle('B3')));
  await page.mouse.down();
  await page.mouse.move(...(await middle('B4')), { steps: 4 });
  await page.mouse.move(...(await middle('A3')), { steps: 4 });
  await page.mouse.up();
  await see(page, '#score', 'B3-A3');
});

pageTest('the published problem, played out against the machine', '/', async (page) => {
  await page.click('#open');
  await page.click('#opener-problem');
  await see(page, '#verdict', 'Black wins in 7 plies');
  assert.ok((await page.locator('#score abbr.mistake').count()) > 0, 'mistakes are marked');
  assert.ok((await page.locator('.graph .mistake').count()) > 0);
  await picture(page, 'problem');
  await page.selectOption('#opponent', 'white');
  for (let ply = 7; ply > 0; ply -= 2) {
    await see(page, '#verdict', `Black wins in ${ply} pl`);
    const before = await page.locator('#score .ply').count();
    await page.locator('#moves .move').first().click();
    await page.waitForFunction((count) => document.querySelectorAll('#score .ply').length >= count, before + (ply > 1 ? 2 : 1), { timeout: 15000 });
  }
  await see(page, '#verdict', 'Black has won');
});

pageTest('keyboard alone', '/', async (page) => {
  await square(page, 'C1').focus();
  for (const key of ['ArrowUp', 'ArrowUp', 'ArrowLeft', 'Enter']) await page.keyboard.press(key);
  assert.match(await page.locator('#live').innerText(), /B3\. Then: .*A3 draws/);
  assert.match(await square(page, 'A3').getAttribute('aria-label'), /A3, empty, can go here, draws/);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await see(page, '#live', 'White B3-A3. A draw with best play. Black to move.');
  await page.keyboard.press('Escape');
});

pageTest('impossible positions say why', '/', async (page) => {
  page.expectErrors = true;
  await page.click('#setup');
  await see(page, '#setup-verdict', 'can be played');
  await square(page, 'C7').click();
  await see(page, '#setup-verdict', 'on C7, the enemy castle');
  assert.ok(await page.locator('#setup-done').isDisabled());
  await page.click('#setup-clear');
  await see(page, '#setup-verdict', 'the board is empty');
  await square(page, 'C3').click();
  await page.click('[data-hold="m"]');
  await square(page, 'C5').click();
  await see(page, '#setup-verdict', 'can be played');
  await accessible(page);
  await picture(page, 'set-up');
  await page.click('#setup-done');
  await see(page, '#verdict', 'wins in');
  assert.match(page.url(), /start=1\/3\/2m2\/5\/2K2\/3\/1_w/);
});

pageTest('setting up by keys', '/', async (page) => {
  page.expectErrors = true;
  await page.click('#setup');
  await page.click('#setup-clear');
  await square(page, 'C2').focus();
  await page.keyboard.press('M');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('k');
  await see(page, '#setup-verdict', 'can be played');
  assert.deepEqual(await pieces(page), { C2: 'M', C3: 'k' });
});

pageTest('back and forward', '/', async (page) => {
  await page.locator('#moves .move').first().click();
  await see(page, '#turn', 'Black to move');
  await page.locator('#moves .move').first().click();
  await see(page, '#turn', 'White to move');
  await page.goBack();
  await see(page, '#turn', 'Black to move');
  await page.goBack();
  await see(page, '#turn', 'White to move');
  assert.equal(await page.locator('#score .ply').count(), 0);
  await page.goForward();
  await see(page, '#turn', 'Black to move');
});

pageTest('a link restores start, moves and place', `${PROBLEM}&at=4&turned=1`, async (page) => {
  assert.equal(await page.locator('#score .ply').count(), 7);
  assert.equal(await page.locator('#score [aria-current]').innerText().then((text) => text.slice(0, 5)), 'C6-B6');
  assert.match(page.url(), /at=4&turned=1$/);
  const [top, bottom] = await Promise.all(['C1', 'C7'].map(async (name) => (await square(page, name).boundingBox()).y));
  assert.ok(top < bottom, 'the board is turned');
  await page.click('#last');
  await see(page, '#verdict', 'Black wins in 7 plies');
});

pageTest('a link that makes no sense', '/?moves=A1-A9', async (page) => {
  // The browser itself reports the refused request on the console.
  page.faults.length = 0;
  await see(page, '#problem', 'A1');
  assert.equal(await page.locator('#moves .move').count(), 22);
});

pageTest('a pasted score, its best line, and what is copied', '/', async (page) => {
  page.expectErrors = true;
  await page.click('#open');
  await page.fill('#opener-text', '1.D3-E4 B5-C9');
  await page.click('#opener-go');
  await see(page, '#opener-error', 'C9');
  await page.fill('#opener-text', '1.D3-E4 B5-C4 {a trap} 2.E4-E5');
  await page.click('#opener-go');
  await see(page, '#score', 'E4-E5');
  await page.click('#show-line');
  await see(page, '#line', '1...');
  await page.click('#copy-score');
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), '1.D3-E4 B5-C4 2.E4-E5');
  await page.click('#step');
  await page.waitForFunction(() => document.querySelectorAll('#score .ply').length === 4);
  await page.click('#takeback');
  await page.waitForFunction(() => document.querySelectorAll('#score .ply').length === 3);
});

pageTest('values can be hidden', '/', async (page) => {
  await page.uncheck('#values');
  assert.equal(await page.locator('.arrow').count(), 0);
  assert.equal(await verdict(page), '');
  assert.doesNotMatch(await page.locator('#moves').innerText(), /draws|loses/);
  await press(page, 'B3');
  assert.doesNotMatch(await square(page, 'A3').getAttribute('aria-label'), /draws/);
});

pageTest('the list points at the board', '/', async (page) => {
  await page.locator('#moves .move').nth(6).hover();
  assert.equal(await page.locator('.arrow').count(), 1);
  await page.mouse.move(5, 5);
  assert.equal(await page.locator('.arrow').count(), 22);
  await page.click('#hint');
  assert.match(await page.locator('#live').innerText(), /^Hint: .* draws\.$/);
});

pageTest('a phone, by touch', PROBLEM, async (page) => {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  assert.equal(wide, false, 'nothing sticks out');
  await square(page, 'C5').tap();
  await square(page, 'D4').tap();
  await see(page, '#score', 'C5-D4');
  await accessible(page);
  await picture(page, 'phone');
}, { context: PHONE });

pageTest('the dark', PROBLEM, async (page) => {
  const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  assert.equal(ground, 'rgb(22, 24, 23)');
  await press(page, 'C4');
  await accessible(page);
  await picture(page, 'dark');
}, { context: { colorScheme: 'dark' } });

pageTest('facts, linked to the board', '/facts?table=camette:KMM-KM&mover=KMM', async (page) => {
  await see(page, '#summary', 'positions in');
  await page.locator('.histogram .win[height]').nth(3).waitFor({ timeout: 60000 });
  await accessible(page);
  await picture(page, 'facts');
  const [, depth] = (await page.locator('#detail h3').last().innerText()).match(/: (\d+) plies/);
  await page.locator('.links a').first().click();
  await see(page, '#verdict', `White wins in ${depth} plies`);
});

pageTest('the graph by keyboard', PROBLEM, async (page) => {
  const graph = page.locator('.graph');
  await graph.focus();
  await page.keyboard.press('Home');
  await see(page, '#turn', 'White to move');
  assert.equal(await graph.getAttribute('aria-valuenow'), '0');
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => document.activeElement.getAttribute('aria-valuenow') === '1');
  assert.match(await graph.getAttribute('aria-valuetext'), /^1\.D3-E4: /);
  assert.match(page.url(), /at=1$/);
});

pageTest('a piece dragged from the tray by touch', '/', async (page) => {
  await page.click('#setup');
  await page.locator('[data-hold="M"]').scrollIntoViewIfNeeded();
  const middle = async (target) => {
    const { x, y, width, height } = await target.boundingBox();
    return { x: x + width / 2, y: y + height / 2 };
  };
  const touch = await page.context().newCDPSession(page);
  const send = (type, ...touchPoints) => touch.send('Input.dispatchTouchEvent', { type, touchPoints });
  const [from, to] = [await middle(page.locator('[data-hold="M"]')), await middle(square(page, 'C4'))];
  await send('touchStart', from);
  await send('touchMove', { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 });
  await send('touchMove', to);
  assert.equal(await page.locator('.ghost').count(), 1);
  await send('touchEnd');
  assert.equal((await pieces(page)).C4, 'M');
  assert.equal(await page.locator('.ghost').count(), 0);
}, { context: { ...PHONE, viewport: { width: 390, height: 1400 } } });

pageTest('the human opponent keeps the value', '/', async (page) => {
  await page.selectOption('#strength', 'human');
  await page.selectOption('#opponent', 'white');
  for (let count = 1; count < 6; count += 2) {
    await played(page, count);
    assert.equal(await verdict(page), 'A draw with best play.');
    await page.locator('#moves .move').first().click();
  }
  await page.selectOption('#opponent', '');
  assert.equal(await page.locator('#score abbr.mistake').count(), 0);
});

pageTest('playing it out, with a pause', PROBLEM, async (page) => {
  await page.click('#play');
  await played(page, 9);
  await page.click('#play');
  const count = await plies(page);
  assert.equal(await page.locator('#play').getAttribute('aria-pressed'), 'false');
  await page.waitForTimeout(1500);
  assert.equal(await plies(page), count, 'it stands still');
  await page.click('#play');
  await see(page, '#verdict', 'Black has won');
  assert.equal(await plies(page), 14);
  assert.equal(await page.locator('#play').getAttribute('aria-pressed'), 'false');
});

for (const [name, moves, castles] of [['cam', 54, 2], ['camelot', 100, 4]]) {
  pageTest(`${name}: drawn, set up and played without values`, `/?start=${name}`, async (page) => {
    assert.equal(await page.locator('#moves .move').count(), moves);
    assert.equal(await page.locator('.square.castle').count(), castles);
    await see(page, '#moves', `No table knows this position: the table ${name}:KK`);
    assert.ok(await page.locator('#hint').isDisabled());
    await accessible(page);
    await picture(page, name);
    const [first] = await page.locator('#moves .move').allInnerTexts();
    await press(page, ...first.trim().split('-'));
    await played(page, 1);
    await see(page, '#turn', 'Black to move');
    await page.reload();
    await ready(page);
    assert.equal(await plies(page), 1, 'the link restores it');
    await page.selectOption('#opponent', 'black');
    await played(page, 2);
    await page.click('#setup');
    await see(page, '#setup-verdict', 'can be played');
    // A piece alone on the board is refused, which the browser reports.
    page.expectErrors = true;
    await page.click('#setup-clear');
    const home = name === 'cam' ? 'D' : 'F';
    await square(page, `${home}3`).click();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('M');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('k');
    await see(page, '#setup-verdict', 'can be played');
    assert.deepEqual(await pieces(page), { [`${home}3`]: 'K', [`${home}5`]: 'M', [`${home}6`]: 'k' });
  });
}

pageTest('a page over small tables opens at a position it knows', '/', async (page) => {
  await see(page, '#verdict', 'White wins in ');
  assert.match(await page.locator('#start').innerText(), /Camette: KM against M/);
  await page.selectOption('#start', { label: 'Cam: KM against K' });
  await see(page, '#verdict', ' wins in ');
  assert.equal(await page.locator('.square.castle').count(), 2);
  await page.click('#show-line');
  await see(page, '#line', /(1-0|0-1)$/);
  await page.goto(`${small.address}/?start=w_K:c2_M:c3,b2,d2_/_M:c5,e5`);
  await ready(page);
  await see(page, '#moves', 'the table camette:KMMM-MM would be needed');
}, { server: () => small.address });

pageTest('a phone shows the whole of Camelot', '/?start=camelot', async (page) => {
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth), false, 'nothing sticks out');
  await square(page, 'C6').tap();
  await square(page, 'B5').tap();
  await see(page, '#score', 'C6-B5');
  await picture(page, 'camelot-phone');
}, { context: PHONE });
