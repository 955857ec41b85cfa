export { browserRequirements, openPage } from './browser.ts';
