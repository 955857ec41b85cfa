export * from './errors.ts';
export { FolderStorage } from './folder-storage.ts';
export * from './measured.ts';
export type * from './port.ts';
export type { S3Options } from './s3-storage.ts';
