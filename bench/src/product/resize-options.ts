/** What is asked of `image.resize` where it is measured. */
export const OPTIONS = { width: 1600, format: 'jpeg' } as const;
