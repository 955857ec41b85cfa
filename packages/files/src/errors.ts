/** The storage has nothing under this key. */
export class FileMissingError extends Error {
  override readonly name = 'FileMissingError';
  readonly code = 'FILE_MISSING';
}

/** The storage cannot be reached, or refuses; it is not known whether anything was written. */
export class StorageUnavailableError extends Error {
  override readonly name = 'StorageUnavailableError';
  readonly code = 'STORAGE_UNAVAILABLE';
}

/** A stream brought more bytes than a file may have. */
export class FileTooLargeError extends Error {
  override readonly name = 'FileTooLargeError';
  readonly code = 'FILE_TOO_LARGE';

  constructor(maxBytes: number) {
    super(`a file has at most ${maxBytes} bytes`);
  }
}

/** A stream failed before its end. */
export class ContentBrokenError extends Error {
  override readonly name = 'ContentBrokenError';
  readonly code = 'CONTENT_BROKEN';
}
