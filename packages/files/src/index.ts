export * from './errors.ts';
export { FolderStorage } from './folder-storage.ts';
export { type Measurements, UNKNOWN_MEDIA_TYPE } from './measured.ts';
export { type FileStorageOptions, openFileStorage } from './open-file-storage.ts';
export type * from './port.ts';
export { type WriteOptions, writeMeasured } from './write-measured.ts';
