declare module 'content-disposition' {
  /** Value of the header, with any name, by RFC 6266 and RFC 8187. */
  export default function contentDisposition(
    name: string | undefined,
    options: { type: 'attachment' | 'inline' },
  ): string;
}
