export { languageRequirements } from './language-requirements.ts';
