// What every browser test stands on: a server, a browser, and a page that reports whatever it should not do.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import axe from 'axe-core';
import { chromium } from 'playwright-core';

const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** Starts the server over the tables in `dir`; resolves to its address and a way to stop it. */
export async function startServer(binary, dir) {
  const child = spawn(binary, ['serve', '--port', '0', '--dir', dir], { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout })) {
    const address = line.match(/http:\/\/[^/]+/)?.[0];
    if (address) return { address, stop: () => child.kill('SIGTERM') };
  }
  throw new Error('the server did not start');
}

export const startBrowser = () => chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });

/** A page on the board; `faults` collects errors on the console and requests to anywhere else. */
export async function openPage(browser, address, path = '/', options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, reducedMotion: 'reduce', ...options });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']).catch(() => {});
  const page = await context.newPage();
  page.faults = [];
  page.on('console', (message) => message.type() === 'error' && !page.expectErrors && page.faults.push(message.text()));
  page.on('pageerror', (error) => page.faults.push(error.message));
  page.on('request', (request) => !request.url().startsWith(address) && page.faults.push(`request to ${request.url()}`));
  await page.goto(address + path);
  if (!path.startsWith('/facts')) await ready(page);
  return page;
}

/** Waits until the answer for the place that is shown has come. */
export const ready = (page) => page.waitForFunction(() => document.querySelector('#moves ul, #moves .note')?.textContent !== '…' && document.querySelector('#moves')?.childElementCount > 0);

export const square = (page, name) => page.locator(`.hit[data-square="${name}"]`);

/** What stands on the board, by square. */
export const pieces = (page) => page.$$eval('.piece[data-square]', (all) => Object.fromEntries(all.map((piece) => [piece.dataset.square, piece.dataset.piece])));

export const verdict = (page) => page.locator('#verdict').innerText();

/** Presses squares one after the other. */
export async function press(page, ...names) {
  for (const name of names) await square(page, name).click();
}

/** Waits for a text in an element. */
export async function see(page, selector, text) {
  await page.locator(selector).filter({ hasText: text }).first().waitFor({ timeout: 15000 });
}

/** No serious fault of accessibility. Asked through the debugger, which the page's policy does not bind. */
export async function accessible(page) {
  const session = await page.context().newCDPSession(page);
  const brief = 'axe.run().then(({ violations, passes }) => ({ passes: passes.length, violations: violations.map(({ id, impact, nodes }) => ({ id, impact, nodes: nodes.map(({ html }) => html) })) }))';
  await session.send('Runtime.evaluate', { expression: axe.source });
  const { result } = await session.send('Runtime.evaluate', { expression: brief, awaitPromise: true, returnByValue: true });
  assert.ok(result.value.passes > 10, 'the rules were looked at');
  const serious = result.value.violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  assert.deepEqual(serious.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).join(' ')}`), []);
}
