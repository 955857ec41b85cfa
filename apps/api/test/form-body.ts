export interface Part {
  name: string;
  filename?: string;
  type?: string;
  content: Buffer | string;
}

const BOUNDARY = 'x'.repeat(20);

/** A form (RFC 7578), as a request that is injected. */
export function formBody(...parts: Part[]) {
  const body = parts.map(({ name, filename, type, content }) => {
    const file = filename === undefined ? '' : `; filename="${filename}"`;
    const media = type === undefined ? '' : `\r\ncontent-type: ${type}`;
    const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${file}${media}\r\n\r\n`;
    return Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from('\r\n')]);
  });
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    payload: Buffer.concat([...body, Buffer.from(`--${BOUNDARY}--\r\n`)]),
  };
}
