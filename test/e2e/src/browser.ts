import { existsSync } from 'node:fs';
import type { TestContext } from 'node:test';
import type { Requirement } from '@offload/test-services';
import { chromium, type Locator, type Page } from 'playwright-core';

export type { Locator, Page };

const paths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export const browserRequirements: readonly Requirement[] = [
  { name: 'Chromium', isPresent: () => paths.some((path) => existsSync(path)), debianPackages: ['chromium'] },
];

/** A page in a real browser, closed when the test ends. Errors of its scripts, and whatever its policy refuses, fail the test at its end. */
export async function openPage(t: TestContext, url: string): Promise<Page> {
  const executablePath = paths.find((path) => existsSync(path)) ?? 'chromium';
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking', '--disable-sync'],
  });
  const errors: Error[] = [];
  t.after(async () => {
    await browser.close();
    if (errors.length > 0) throw new AggregateError(errors, 'the page had errors');
  });
  const page = await browser.newPage({ viewport: { width: 1280, height: 1000 } });
  page.on('pageerror', (error) => errors.push(error));
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) errors.push(new Error(message.text()));
  });
  await page.goto(url);
  return page;
}
